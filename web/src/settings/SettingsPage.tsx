import { useQuery, useSubscription } from '@apollo/client/react'
import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { describePrice } from '../billing/price.ts'
import { useFallbackPollMs } from '../graphql/ConnectionProvider.tsx'
import { getErrorText } from '../graphql/errors.ts'
import { useTitle } from '../site/useSite.ts'
import { Columns } from '../ui/Columns.tsx'
import { CopyableValue } from '../ui/CopyableValue.tsx'
import { FactList } from '../ui/FactList.tsx'
import { formatLimit } from '../ui/limits.ts'
import { LoadError } from '../ui/LoadError.tsx'
import { LoadingPanel } from '../ui/LoadingPanel.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import { When } from '../ui/When.tsx'
import { DangerZone } from './DangerZone.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import {
  SettingsPage_AccountChangedDocument,
  SettingsPage_QueryDocument,
  type SettingsPage_AccountFragment,
} from './SettingsPage.generated.ts'

/** The account's name and namespace, its plan, and its end. */
export function SettingsPage() {
  useTitle('Account Settings')
  const variables = { accountId: useActiveAccount().membership.account.id }
  const { data, error, refetch } = useQuery(SettingsPage_QueryDocument, {
    variables,
    pollInterval: useFallbackPollMs(),
  })
  useSubscription(SettingsPage_AccountChangedDocument, { variables, ignoreResults: true })
  const account = data?.account

  return (
    <>
      <PageHeader title="Account Settings" description="What the account is called, and what its plan includes." />
      {error && !account ? (
        <LoadError what="your settings" reason={getErrorText(error)} onRetry={() => void refetch()} />
      ) : (
        <Columns aside={<CurrentPlan plan={account?.plan} />}>
          {account ? (
            <>
              <Panel title="Account">
                <SettingsForm account={account} />
              </Panel>
              <Panel title="Account Details">
                <FactList
                  facts={[
                    { name: 'Account ID', value: <CopyableValue value={account.id} label="account id" /> },
                    { name: 'Created', value: <When iso={account.createdAt} /> },
                  ]}
                />
              </Panel>
              <DangerZone account={account} />
            </>
          ) : (
            <LoadingPanel />
          )}
        </Columns>
      )}
    </>
  )
}

function CurrentPlan({ plan }: { plan: SettingsPage_AccountFragment['plan'] | undefined }) {
  if (!plan) return <LoadingPanel />
  return (
    <Panel title="Current Plan">
      <FactList
        facts={[
          { name: 'Plan', value: <strong>{plan.name}</strong> },
          { name: 'Price', value: describePrice(plan.priceMonthly) },
          { name: 'Gateways', value: formatLimit(plan.maxSubpoints) },
          { name: 'Custom domains', value: formatLimit(plan.maxDomains) },
          { name: 'Team members', value: formatLimit(plan.maxTeamMembers) },
        ]}
      />
    </Panel>
  )
}

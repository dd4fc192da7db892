import type { ResultOf } from '@graphql-typed-document-node/core'
import { useAccountQuery } from '../accounts/useAccountQuery.ts'
import { describePrice } from '../plans/price.ts'
import { graphql } from '../../graphql/generated/gql.ts'
import { Screen } from '../site/Screen.tsx'
import { Columns } from '../../ui/Columns.tsx'
import { CopyableValue } from '../../ui/CopyableValue.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { formatLimit } from '../../ui/limits.ts'
import { LoadingPanel } from '../../ui/LoadingPanel.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { When } from '../../ui/When.tsx'
import { DangerZone } from './DangerZone.tsx'
import { SecondFactorPanel } from './SecondFactorPanel.tsx'
import { SettingsForm } from './SettingsForm.tsx'

const pageQuery = graphql(`
  query SettingsPage_Query($accountId: ID!) {
    account(id: $accountId) {
      ...SettingsForm_Account
      ...SecondFactorPanel_Account
      ...DangerZone_Account
      createdAt
      plan {
        id
        name
        priceMonthlyCents
        maxSubpoints
        maxDomains
        maxTeamMembers
      }
    }
  }
`)

type Account = ResultOf<typeof pageQuery>['account']

/** The account's name and namespace, its plan, and its deletion. */
export function SettingsPage() {
  const { data, failure } = useAccountQuery(pageQuery, 'your settings', { live: true })
  const account = data?.account

  return (
    <Screen title="Account Settings" description="The account's name, and what its plan includes." failure={failure}>
      <Columns aside={<CurrentPlan plan={account?.plan} />}>
        {account ? (
          <>
            <Panel title="Account">
              <SettingsForm account={account} />
            </Panel>
            <Panel title="Account Details">
              <FactList
                facts={[
                  { name: 'Account id', value: <CopyableValue value={account.id} label="account id" /> },
                  { name: 'Created', value: <When iso={account.createdAt} /> },
                ]}
              />
            </Panel>
            <SecondFactorPanel account={account} />
            <DangerZone account={account} />
          </>
        ) : (
          <LoadingPanel />
        )}
      </Columns>
    </Screen>
  )
}

function CurrentPlan({ plan }: { plan: Account['plan'] | undefined }) {
  if (!plan) return <LoadingPanel />
  return (
    <Panel title="Current Plan">
      <FactList
        facts={[
          { name: 'Plan', value: <strong>{plan.name}</strong> },
          { name: 'Price', value: describePrice(plan.priceMonthlyCents) },
          { name: 'Gateways', value: formatLimit(plan.maxSubpoints) },
          { name: 'Custom domains', value: formatLimit(plan.maxDomains) },
          { name: 'Team members', value: formatLimit(plan.maxTeamMembers) },
        ]}
      />
    </Panel>
  )
}

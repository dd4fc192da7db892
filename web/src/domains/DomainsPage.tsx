import { useQuery } from '@apollo/client/react'
import { List, Text } from '@mantine/core'
import { useState } from 'react'
import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { PlanNotice } from '../billing/PlanNotice.tsx'
import { useFallbackPollMs } from '../graphql/ConnectionProvider.tsx'
import { getErrorText } from '../graphql/errors.ts'
import { useTitle } from '../site/useSite.ts'
import { Columns } from '../ui/Columns.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FindField } from '../ui/FindField.tsx'
import { IconDomain } from '../ui/icons.ts'
import { ItemList } from '../ui/ItemList.tsx'
import { hasRoom } from '../ui/limits.ts'
import { LoadError } from '../ui/LoadError.tsx'
import { LoadingPanel } from '../ui/LoadingPanel.tsx'
import { NothingFound } from '../ui/NothingFound.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import { UsageCard } from '../ui/UsageCard.tsx'
import { useFind } from '../ui/useFind.ts'
import { AddDomainForm } from './AddDomainForm.tsx'
import { DeleteDomainDialog } from './DeleteDomainDialog.tsx'
import type { Domain_DomainFragment } from './Domain.generated.ts'
import { DomainItem } from './DomainItem.tsx'
import { DomainsPage_QueryDocument } from './DomainsPage.generated.ts'

/** The account's own domains, and what is left to do until gateways can use them. */
export function DomainsPage() {
  useTitle('Custom Domains')
  const variables = { accountId: useActiveAccount().membership.account.id }
  const { data, error, refetch } = useQuery(DomainsPage_QueryDocument, {
    variables,
    pollInterval: useFallbackPollMs(),
  })
  const [deleting, setDeleting] = useState<Domain_DomainFragment>()

  const account = data?.account
  const domains = account?.domains
  const find = useFind(domains, ({ domain, status }) => [domain, status])
  const limit = account?.plan.maxDomains
  const available = limit !== 0
  const full = domains !== undefined && limit !== undefined && !hasRoom(domains.length, limit)
  const canManage = account?.viewerCanManageDomains ?? false

  return (
    <>
      <PageHeader title="Custom Domains" description="Serve gateways on domains of your own." />
      <Columns aside={<AboutDomains />}>
        {error && !account && (
          <LoadError what="your domains" reason={getErrorText(error)} onRetry={() => void refetch()} />
        )}
        {available && !(error && !account) && <UsageCard title="Domain Usage" used={domains?.length} limit={limit} />}
        {!available && (
          <PlanNotice tone="info" title="Custom Domains Not Available">
            Custom domains are available on Pro and Custom plans.
          </PlanNotice>
        )}
        {available && full && canManage && (
          <PlanNotice tone="warning" title="Domain Limit Reached">
            You've reached the maximum number of domains for your current plan. Upgrade to add more.
          </PlanNotice>
        )}
        {account && canManage && !full && (
          <Panel title="Add Domain">
            <AddDomainForm accountId={account.id} />
          </Panel>
        )}
        {!domains && !error && <LoadingPanel />}
        {domains?.length === 0 && available && (
          <Panel>
            <EmptyState
              icon={IconDomain}
              title="No Custom Domains"
              description={
                canManage
                  ? 'Add a domain, set one DNS record, and reserve gateways on it.'
                  : 'An admin of this account can add one.'
              }
            />
          </Panel>
        )}
        {domains && domains.length > 0 && (
          <Panel
            title="Your domains"
            aside={<FindField label="Find a domain" find={find} total={domains.length} />}
            flush
          >
            {find.found?.length === 0 && <NothingFound wanted={find.wanted} />}
            <ItemList label="Your domains">
              {find.found?.map((domain) => (
                <DomainItem
                  key={domain.id}
                  domain={domain}
                  canManage={canManage}
                  onPoll={() => void refetch()}
                  onDelete={setDeleting}
                />
              ))}
            </ItemList>
          </Panel>
        )}
      </Columns>
      <DeleteDomainDialog domain={deleting} onClose={() => setDeleting(undefined)} />
    </>
  )
}

function AboutDomains() {
  return (
    <Panel title="About custom domains">
      <Text size="sm" mb="sm">
        One DNS record shows that a domain is yours. Then gateways can use it and every subdomain of it.
      </Text>
      <List size="sm" spacing="xs">
        <List.Item>SSL certificates come from a free certificate authority.</List.Item>
        <List.Item>DNS changes can take a few minutes to be seen everywhere.</List.Item>
        <List.Item>Keep the record: verified domains are checked again every day.</List.Item>
      </List>
    </Panel>
  )
}

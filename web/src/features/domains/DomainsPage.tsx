import { List, Text } from '@mantine/core'
import { useState } from 'react'
import { useAccountQuery } from '../accounts/useAccountQuery.ts'
import { PlanNotice } from '../plans/PlanNotice.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { useSignInProviders } from '../identities/providers.ts'
import { claims } from '../site/claims.ts'
import { Screen } from '../site/Screen.tsx'
import { type Site, useSite } from '../site/useSite.ts'
import { Columns } from '../../ui/Columns.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FindPanel } from '../../ui/FindPanel.tsx'
import { IconDomain } from '../../ui/icons.ts'
import { ItemList } from '../../ui/ItemList.tsx'
import { LoadingPanel } from '../../ui/LoadingPanel.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { UsageCard } from '../../ui/UsageCard.tsx'
import { AddDomainForm } from './AddDomainForm.tsx'
import type { Domain } from './domain.ts'
import { DomainItem } from './DomainItem.tsx'
import { SingleSignOnDialog } from './SingleSignOnDialog.tsx'
import { ActionDialog } from '../../graphql/ActionDialog.tsx'
import { notify } from '../../ui/notify.ts'

const deleteDomainMutation = graphql(`
  mutation DomainsPage_Delete($input: DeleteDomainInput!) {
    deleteDomain(input: $input) {
      domain {
        id
      }
    }
  }
`)

const pageQuery = graphql(`
  query DomainsPage_Query($accountId: ID!) {
    account(id: $accountId) {
      id
      viewerCanManageDomains
      viewerCanAddDomain {
        ...Permission_Permission
      }
      plan {
        id
        maxDomains
      }
      domains {
        ...Domain_Domain
      }
    }
  }
`)

/** The account's own domains, and the remaining steps until gateways can use them. */
export function DomainsPage() {
  const { data, failure, refetch } = useAccountQuery(pageQuery, 'your domains')
  const hasProviders = useSignInProviders().length > 0
  const [deleting, setDeleting] = useState<Domain>()
  const [signingOn, setSigningOn] = useState<Domain>()

  const account = data?.account
  const domains = account?.domains
  const limit = account?.plan.maxDomains
  const adding = account?.viewerCanAddDomain
  const available = adding?.refusal?.reason !== 'NOT_IN_PLAN'
  const canManage = account?.viewerCanManageDomains ?? false

  return (
    <Screen title="Custom Domains" description="Serve gateways on domains of your own.">
      <Columns aside={<AboutDomains />}>
        {failure}
        {available && !failure && <UsageCard title="Domain usage" used={domains?.length} limit={limit} />}
        <PlanNotice permission={adding} />
        {account && adding?.allowed && (
          <Panel title="Add Domain">
            <AddDomainForm accountId={account.id} />
          </Panel>
        )}
        {!domains && !failure && <LoadingPanel />}
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
          <FindPanel
            title="Your domains"
            label="Find a domain"
            items={domains}
            listWords={({ domain, status }) => [domain, status]}
          >
            {(found) => (
              <ItemList label="Your domains">
                {found?.map((domain) => (
                  <DomainItem
                    key={domain.id}
                    domain={domain}
                    canManage={canManage}
                    hasProviders={hasProviders}
                    onPoll={refetch}
                    onDelete={setDeleting}
                    onSingleSignOn={setSigningOn}
                  />
                ))}
              </ItemList>
            )}
          </FindPanel>
        )}
      </Columns>
      <ActionDialog
        item={deleting}
        onClose={() => setDeleting(undefined)}
        title={() => 'Delete Domain'}
        confirmLabel="Delete domain"
        document={deleteDomainMutation}
        variables={({ id }) => ({ input: { id } })}
        optimistic={({ id }) => ({
          deleteDomain: { __typename: 'DeleteDomainPayload', domain: { __typename: 'Domain', id } },
        })}
        removed={({ deleteDomain }) => deleteDomain.domain}
        onDone={(deleted) => notify(`${deleted.domain} was deleted.`)}
      >
        {(shown) => (
          <>
            <p>
              Are you sure you want to delete "{shown.domain}"? This action cannot be undone and will remove the domain
              from your account permanently.
            </p>
            {shown.status !== 'pending' && (
              <p>Gateways on it are deleted too, and their tunnels close within 2 seconds.</p>
            )}
          </>
        )}
      </ActionDialog>
      <SingleSignOnDialog item={signingOn} onClose={() => setSigningOn(undefined)} />
    </Screen>
  )
}

function AboutDomains() {
  const site = useSite()
  return (
    <Panel title="About custom domains">
      <Text size="sm" mb="sm">
        {claims.ownDomain}
      </Text>
      <List size="sm" spacing="xs">
        {site && <List.Item>{describeCertificates(site)}</List.Item>}
        <List.Item>Inside a domain that another account has verified, only the TXT record counts.</List.Item>
        <List.Item>DNS changes can take a few minutes to spread.</List.Item>
        <List.Item>{claims.dailyCheck}</List.Item>
      </List>
    </Panel>
  )
}

function describeCertificates({ certificateAuthority }: Pick<Site, 'certificateAuthority'>): string {
  return certificateAuthority === null
    ? claims.ownDomainCertificates
    : `${claims.freeCertificates}, ${certificateAuthority}.`
}

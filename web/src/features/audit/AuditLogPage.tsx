import { accountObjects } from '@culvert/schema/audit-objects'
import { Group, NativeSelect } from '@mantine/core'
import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { CsvButton } from '../../graphql/CsvButton.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { useScreenQuery } from '../../graphql/useScreenQuery.tsx'
import { Screen } from '../site/Screen.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconAudit } from '../../ui/icons.ts'
import { Pager } from '../../ui/Pager.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { usePageNumber } from '../../ui/usePageNumber.ts'
import { useParameter } from '../../ui/useParameter.ts'
import { AuditTable } from './AuditTable.tsx'
import { describeObjectType } from './words.ts'

const pageQuery = graphql(`
  query AuditLogPage_Query($accountId: ID!, $objectType: String, $page: Int!) {
    account(id: $accountId) {
      id
      auditLog(objectType: $objectType, page: $page) {
        ...AuditEntry_AuditPage
      }
    }
  }
`)

/** The account's audit log. Filter and page are in the address, so that they can be shared. */
export function AuditLogPage() {
  const { account } = useActiveAccount().membership
  const [objectType, setObjectType] = useParameter('about')
  const [page, setPage] = usePageNumber()
  const variables = { accountId: account.id, objectType, page }
  const { data, failure } = useScreenQuery(pageQuery, 'the audit log', { variables, live: true })
  const log = data?.account.auditLog

  return (
    <Screen title="Audit Log" description="Who did what in this account, when and from where." failure={failure}>
      <Panel
        title="Entries"
        aside={
          <Group gap="0.5rem">
            <NativeSelect
              size="xs"
              aria-label="Show entries about"
              data={[
                { value: '', label: 'About everything' },
                ...accountObjects.map((value) => ({ value, label: `About ${describeObjectType(value)}` })),
              ]}
              value={objectType ?? ''}
              onChange={({ currentTarget: { value } }) => setObjectType(value, { without: 'page' })}
            />
            <CsvButton
              name="audit-log"
              make={async (client, progress) => {
                const { writeAuditLog } = await import('./audit-csv.ts')
                return await writeAuditLog(client, { accountId: account.id, objectType }, progress)
              }}
            />
          </Group>
        }
        flush
      >
        {log?.nodes.length === 0 ? (
          <EmptyState
            icon={IconAudit}
            title="No entries"
            description={
              objectType
                ? 'Nothing of this kind has happened in this account yet.'
                : 'What members and the server do in this account appears here.'
            }
          />
        ) : (
          <AuditTable caption="Audit log" entries={log?.nodes} />
        )}
        <Pager label="Audit log" page={page} pageCount={log?.pageCount} onChange={setPage} />
      </Panel>
    </Screen>
  )
}

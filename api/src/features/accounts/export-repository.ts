import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

/** A list in an export: the rows that one table has for an account, including deleted ones. */
export interface ExportedList {
  /** Its name in the export, which is the table's in camelCase unless `from` says otherwise. */
  name: string
  /** The columns that rows are ordered by, newest first; together they are unique. */
  orderBy: readonly [RawBuilder<unknown>, ...RawBuilder<unknown>[]]
  /** Columns that are left out. */
  secrets?: readonly string[]
  /** The selected columns, if not the whole row. */
  columns?: RawBuilder<unknown>
  /** The source of the rows. */
  from?: RawBuilder<unknown>
}

/** Rows per query: this many are in memory at a time, and nothing is held at the database between two queries. */
const batchRows = 500

const column = (name: string): RawBuilder<unknown> => sql.ref(name)
const byId = [column('id')] as const

/** What is stored for an account, list by list; a test finds tables that are missing here. */
export const exportedLists: readonly ExportedList[] = [
  {
    name: 'members',
    // Everyone who is or was a member. The address and the number are for the members of today.
    columns: sql`
      account_users.id, user_id, case when account_users.deleted_at is null then email end as email,
      case when account_users.deleted_at is null then phone end as phone, first_name, last_name, role, account_users.created_at, account_users.deleted_at`,
    from: sql`account_users join users on users.id = account_users.user_id`,
    orderBy: [column('accountUsers.createdAt'), column('accountUsers.id')],
  },
  { name: 'namespaces', orderBy: [column('namespace')] },
  { name: 'accountPlans', orderBy: byId },
  { name: 'invoices', orderBy: byId },
  { name: 'checkouts', orderBy: [column('createdAt'), column('id')] },
  { name: 'providerSubscriptions', orderBy: [column('createdAt'), column('id')] },
  { name: 'teamInvites', orderBy: byId, secrets: ['token', 'mailTokenHash'] },
  { name: 'authTokens', orderBy: byId, secrets: ['tokenHash'] },
  { name: 'commandLineSignIns', orderBy: byId, secrets: ['deviceCodeHash', 'userCode', 'codeChallenge', 'codeHash'] },
  { name: 'apiKeys', orderBy: byId, secrets: ['keyHash'] },
  { name: 'agentTokens', orderBy: byId, secrets: ['tokenHash'] },
  { name: 'trusts', orderBy: byId },
  { name: 'gateways', orderBy: byId },
  { name: 'domains', orderBy: byId },
  { name: 'certificates', orderBy: byId, secrets: ['sealedKey', 'orderKey', 'challenge', 'leaseId'] },
  { name: 'certificateOrders', orderBy: byId },
  { name: 'ipRestrictions', orderBy: byId },
  { name: 'agents', orderBy: [column('startedAt'), column('id')] },
  { name: 'usageMetrics', orderBy: [column('date'), sql`coalesce(gateway_id, '')`] },
  { name: 'usageByLabel', orderBy: [column('date'), column('label')] },
  { name: 'usageNotices', orderBy: [column('month'), column('threshold')] },
  { name: 'notices', orderBy: [column('happenedAt'), column('id')], secrets: ['onceKey'] },
  { name: 'webhooks', orderBy: byId, secrets: ['sealedSecret', 'sealedPreviousSecret'] },
  { name: 'webhookDeliveries', orderBy: byId },
  { name: 'accountRates', orderBy: [column('edgeId')] },
  { name: 'requestRecordings', orderBy: [column('accountId')] },
  { name: 'requestShares', orderBy: [column('sharedAt'), column('requestId')], secrets: ['sealedCopy'] },
  { name: 'singleSignOns', orderBy: [column('domain')] },
  {
    name: 'idempotencyKeys',
    orderBy: [column('createdAt'), column('actor'), column('mutation'), column('key')],
    secrets: ['inputHash', 'sealedAnswer'],
  },
  { name: 'auditEntries', orderBy: [column('createdAt'), column('position')] },
]

type Row = Record<string, unknown> & { exportCursor: string[] }

/** Yields the rows of a list with their columns in camelCase, batch by batch; each batch is a separate query. */
export async function* readExportedRows(db: Db, accountId: string, list: ExportedList): AsyncGenerator<object[]> {
  const { columns = sql`*`, from = sql.table(list.name), orderBy, secrets = [] } = list
  const hidden = new Set([...secrets, 'exportCursor'])
  const order = sql.join(orderBy.map((key) => sql`${key} desc`))
  // As text, which keeps the microseconds that a Date does not.
  const cursor = sql`jsonb_build_array(${sql.join(orderBy.map((key) => sql`${key}::text`))})`
  let after: RawBuilder<unknown> = sql`true`
  for (;;) {
    const { rows } = await sql<Row>`
      select ${columns}, ${cursor} as export_cursor from ${from}
      where account_id = ${accountId} and ${after} order by ${order} limit ${batchRows}
    `.execute(db)
    if (rows.length > 0) yield rows.map((row) => omit(row, hidden))
    const last = rows.at(-1)
    if (rows.length < batchRows || !last) return
    // The first condition follows from the second, and can use an index.
    after = sql`${orderBy[0]} <= ${last.exportCursor[0]} and (${sql.join(orderBy)}) < (${sql.join(last.exportCursor)})`
  }
}

function omit(row: Row, hidden: ReadonlySet<string>): object {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !hidden.has(name)))
}

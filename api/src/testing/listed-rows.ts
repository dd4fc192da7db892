import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../platform/db/db.ts'
import type { Member } from './seed.ts'

/** A list that has a connection, and how rows are inserted into it, directly in the database. */
export interface GrowingList {
  /** The connection, as Type.field. */
  name: string
  /** The table of the rows, by its name in SQL. */
  table: string
  /** The columns that a row needs, each as an SQL expression, in which `id` is the row's id, `at` its instant, and `n` its number. */
  columns: (owner: Owner) => Record<string, ReturnType<typeof sql>>
  /** The column with the instant by which the list is ordered. */
  at: string
  isOldestFirst?: boolean
}

/** The owner of the list. */
export interface Owner {
  accountId: string
  userId: string
  webhookId: string
}

const text = (value: string) => sql`${value}::text`
const at = sql`at`
const id = sql`id`

const auditEntry = { action: text('test.done'), actor_kind: text('SYSTEM'), object_type: text('user') }
const notice = {
  once_key: id,
  subject_ids: sql`array[id]`,
  facts: sql`'{"kind": "AGENT_LOST", "hostname": "x.test"}'::jsonb`,
}

/** Every list that has a connection. */
export const growingLists: GrowingList[] = [
  {
    name: 'Account.agentsConnection',
    table: 'agents',
    at: 'started_at',
    columns: ({ accountId, userId }) => ({
      account_id: text(accountId),
      user_id: text(userId),
      status: text('inactive'),
      assigned_domain: id,
      forwarding_to: text('http://localhost:3000'),
      last_seen_at: at,
    }),
  },
  {
    name: 'Account.auditLogConnection',
    table: 'audit_entries',
    at: 'created_at',
    columns: ({ accountId }) => ({ ...auditEntry, account_id: text(accountId), object_id: id }),
  },
  {
    name: 'Viewer.auditLogConnection',
    table: 'audit_entries',
    at: 'created_at',
    columns: ({ userId }) => ({ ...auditEntry, object_id: text(userId) }),
  },
  {
    name: 'Account.gatewaysConnection',
    table: 'gateways',
    at: 'created_at',
    columns: ({ accountId }) => ({ account_id: text(accountId), name: id, subdomain: id }),
  },
  {
    name: 'Account.domainsConnection',
    table: 'domains',
    at: 'created_at',
    columns: ({ accountId }) => ({
      account_id: text(accountId),
      domain: id,
      verification_token: id,
      status: text('pending'),
      updated_at: at,
    }),
  },
  {
    name: 'Account.ipRestrictionsConnection',
    table: 'ip_restrictions',
    at: 'created_at',
    columns: ({ accountId }) => ({ account_id: text(accountId), ip_address: id, network: id }),
  },
  {
    name: 'Account.agentTokensConnection',
    table: 'agent_tokens',
    at: 'created_at',
    columns: ({ accountId }) => ({
      account_id: text(accountId),
      label: text('acme'),
      prefix: text('at_'),
      token_hash: id,
      hostname_prefix: text('acme-'),
      expires_at: sql`timestamptz '2100-01-01'`,
    }),
  },
  {
    name: 'Account.invoicesConnection',
    table: 'invoices',
    at: 'created_at',
    columns: ({ accountId }) => ({
      account_id: text(accountId),
      plan_id: sql`(select id from plans order by id limit 1)`,
      amount: sql`1`,
      overage_bytes: sql`0`,
      overage_amount: sql`0`,
      period_start: at,
      period_end: at,
      due_date: at,
      status: text('cancelled'),
    }),
  },
  {
    name: 'Account.membersConnection',
    table: 'account_users',
    at: 'created_at',
    isOldestFirst: true,
    columns: ({ accountId }) => ({ account_id: text(accountId), user_id: id, role: text('viewer') }),
  },
  {
    name: 'Account.invitesConnection',
    table: 'team_invites',
    at: 'created_at',
    columns: ({ accountId }) => ({
      account_id: text(accountId),
      email: id,
      role: text('viewer'),
      token: id,
      status: text('pending'),
      expires_at: sql`at + interval '7 days'`,
      updated_at: at,
    }),
  },
  {
    name: 'Account.noticesConnection',
    table: 'notices',
    at: 'happened_at',
    columns: ({ accountId }) => ({ ...notice, account_id: text(accountId) }),
  },
  {
    name: 'Viewer.noticesConnection',
    table: 'notices',
    at: 'happened_at',
    columns: ({ userId }) => ({ ...notice, user_id: text(userId) }),
  },
  {
    name: 'Webhook.deliveriesConnection',
    table: 'webhook_deliveries',
    at: 'created_at',
    columns: ({ accountId, webhookId }) => ({
      webhook_id: text(webhookId),
      account_id: text(accountId),
      type: text('webhook.test'),
      title: text('A test'),
      body: text('{}'),
      state: text('DELIVERED'),
    }),
  },
]

/** Adds a row to a list for each of the instants. Returns their ids. */
export async function addRows(db: Db, list: GrowingList, owner: Owner, instants: readonly Date[]): Promise<string[]> {
  const rows = instants.map((instant) => ({ id: randomUUID(), at: instant.toISOString() }))
  await insertFrom(
    db,
    list,
    owner,
    sql`json_to_recordset(${JSON.stringify(rows)}::text::json) as given (id text, at timestamptz)`,
  )
  return rows.map((row) => row.id)
}

/** Adds many rows to a list, spread over the first seconds of 2026. */
export async function addManyRows(
  db: Db,
  list: GrowingList,
  owner: Owner,
  { count, seconds }: { count: number; seconds: number },
): Promise<void> {
  await insertFrom(
    db,
    list,
    owner,
    sql`(
      select gen_random_uuid()::text as id, timestamptz '2026-01-01 00:00:00Z' + n * interval '1 second' * ${seconds / count}::float8 as at
      from generate_series(1, ${count}::int) n
    ) as given`,
  )
}

async function insertFrom(db: Db, list: GrowingList, owner: Owner, from: ReturnType<typeof sql>): Promise<void> {
  const given = sql`with given as materialized (select * from ${from})`
  if (list.table === 'account_users') {
    await sql`${given} insert into users (id, email, first_name, last_name, created_at) select id, id, 'A', 'B', at from given`.execute(
      db,
    )
  }
  const columns = list.columns(owner)
  const names = ['id', list.at, ...Object.keys(columns)].map((name) => sql.ref(name))
  const values = [id, at, ...Object.values(columns)]
  await sql`${given} insert into ${sql.table(list.table)} (${sql.join(names)}) select ${sql.join(values)} from given`.execute(
    db,
  )
}

/** Creates a webhook, whose deliveries are a list. */
export async function addWebhook(db: Db, { accountId }: Member, now: Date): Promise<string> {
  const webhookId = randomUUID()
  await db
    .insertInto('webhooks')
    .values({
      id: webhookId,
      accountId,
      url: 'https://example.com/',
      format: 'STANDARD',
      kinds: ['AGENT_LOST'],
      isOn: true,
      offReason: null,
      failingSince: null,
      sealedSecret: 'sealed',
      sealedPreviousSecret: null,
      previousUntil: null,
      createdAt: now,
    })
    .execute()
  return webhookId
}

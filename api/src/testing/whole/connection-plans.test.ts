import { randomUUID } from 'node:crypto'
import { CompiledQuery, sql, type RootOperationNode } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectAgentTokens } from '../../features/agent-tokens/repository.ts'
import { connectAgents, transitionAgents } from '../../features/agents/repository.ts'
import { connectDomains } from '../../features/domains/repository.ts'
import { connectGateways } from '../../features/gateways/repository.ts'
import { connectInvoices } from '../../features/invoices/repository.ts'
import { connectIpRestrictions } from '../../features/ip-restrictions/repository.ts'
import { connectNotices } from '../../features/notices/repository.ts'
import { connectInvites, connectMembers } from '../../features/team/repository.ts'
import { endSessionsOf } from '../../features/sessions/repository.ts'
import { findUsersOfDomain } from '../../features/users/service.ts'
import { connectDeliveries } from '../../features/webhooks/repository.ts'
import type { Slice } from '../../ground/connections.ts'
import { connectEntries } from '../../platform/audit/service.ts'
import type { Db } from '../../platform/db/db.ts'
import { TestApi } from '../api.ts'
import { describePostgres } from '../databases.ts'
import { addManyRows, growingLists, type Owner } from '../listed-rows.ts'

const rowCount = 100_000
/** How many of them are in the list that is read. */
const ownCount = 5_000

const now = new Date('2026-01-01T00:00:00.000Z')

/** How each list is read. */
const reads: Record<string, (db: Db, owner: Owner, slice: Slice) => Promise<unknown>> = {
  'Account.agentsConnection': (db, { accountId }, slice) => connectAgents(db, accountId, {}, slice),
  'Account.auditLogConnection': (db, { accountId }, slice) => connectEntries(db, { accountId }, {}, slice),
  'Viewer.auditLogConnection': (db, { userId }, slice) => connectEntries(db, { userId }, {}, slice),
  'Account.gatewaysConnection': (db, { accountId }, slice) => connectGateways(db, accountId, slice),
  'Account.domainsConnection': (db, { accountId }, slice) => connectDomains(db, accountId, undefined, slice),
  'Account.ipRestrictionsConnection': (db, { accountId }, slice) => connectIpRestrictions(db, accountId, slice),
  'Account.agentTokensConnection': (db, { accountId }, slice) =>
    connectAgentTokens(db, { accountId, gatewayIds: null, now }, slice),
  'Account.invoicesConnection': (db, { accountId }, slice) => connectInvoices(db, accountId, slice),
  'Account.membersConnection': (db, { accountId }, slice) => connectMembers(db, accountId, slice),
  'Account.invitesConnection': (db, { accountId }, slice) =>
    connectInvites(db, { accountId, status: undefined, now }, slice),
  'Account.noticesConnection': (db, { accountId }, slice) =>
    connectNotices(db, { userId: undefined, accounts: [{ accountId, since: new Date(0) }] }, slice),
  'Webhook.deliveriesConnection': (db, { webhookId }, slice) => connectDeliveries(db, webhookId, slice),
}

/** Lists that no single index covers: at most 500 notices are kept for each of the accounts, and as many for the user. */
const boundedOtherwise = ['Viewer.noticesConnection']

const makeOwner = (): Owner => ({ accountId: randomUUID(), userId: randomUUID(), webhookId: randomUUID() })

interface PlanNode {
  'Node Type': string
  'Actual Rows': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

const listNodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(listNodes)]

/** Returns the query plan of each statement of some work. */
async function explain(db: Db, work: (db: Db) => Promise<unknown>): Promise<PlanNode[][]> {
  const nodes: RootOperationNode[] = []
  await work(
    db.withPlugin({
      transformQuery: ({ node }) => {
        nodes.push(node)
        return node
      },
      transformResult: async ({ result }) => result,
    }),
  )
  const plans: PlanNode[][] = []
  for (const node of nodes) {
    const compiled = db.getExecutor().compileQuery(node, { queryId: randomUUID() })
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      CompiledQuery.raw(`explain (analyze, format json) ${compiled.sql}`, [...compiled.parameters]),
    )
    plans.push(rows.flatMap((row) => row['QUERY PLAN']).flatMap(({ Plan }) => listNodes(Plan)))
  }
  return plans
}

// An embedded database collects no statistics on its own, and large lists are not kept in one, so its plans do not matter.
describePostgres('a connection on PostgreSQL', ({ open }) => {
  const api = new TestApi()
  beforeAll(async () => await api.start(await open(), {}))
  afterAll(() => api.close())

  it.each(growingLists.filter(({ name }) => !boundedOtherwise.includes(name)))(
    '$name reads a page out of 100,000 rows by an index, from either end, and at most one row more',
    async (list) => {
      const { db } = api.app
      const [owner, other] = [makeOwner(), makeOwner()]
      // Referenced rows need not exist.
      await db.connection().execute(async (connection) => {
        await sql`set session_replication_role = replica`.execute(connection)
        await addManyRows(connection, list, owner, { count: ownCount, seconds: ownCount })
        await addManyRows(connection, list, other, { count: rowCount - ownCount, seconds: ownCount })
        await sql`set session_replication_role = default`.execute(connection)
      })
      await sql`vacuum analyze ${sql.table(list.table)}`.execute(db)

      const middle = {
        at: new Date(now.getTime() + (ownCount / 2) * 1_000),
        id: list.table === 'audit_entries' ? 0 : 'x',
      }
      const named = { field: list.name, owner: list.name }
      const none = { after: undefined, before: undefined }
      const slices: Slice[] = [
        { list: named, count: 50, isFromEnd: false, ...none, after: middle },
        { list: named, count: 50, isFromEnd: true, ...none, before: middle },
        { list: named, count: 50, isFromEnd: false, ...none },
        { list: named, count: 50, isFromEnd: true, ...none },
      ]
      const read = reads[list.name]
      if (!read) throw new Error(`Say in this test how ${list.name} is read.`)
      for (const slice of slices) {
        const plans = await explain(db, (explained) => read(explained, owner, slice))
        expect(plans).toHaveLength(1)
        const kinds = plans.flat().map((node) => node['Node Type'])
        const slow = [
          'Sort',
          'Incremental Sort',
          'Bitmap Heap Scan',
          ...(list.table === 'invoices' ? [] : ['Seq Scan']),
        ]
        expect(kinds.filter((kind) => slow.includes(kind))).toEqual([])
        for (const node of plans.flat()) {
          expect(node['Actual Rows']).toBeLessThanOrEqual(51)
          expect(node['Rows Removed by Filter'] ?? 0).toBe(0)
        }
      }
    },
    120_000,
  )
})

describePostgres('the end of agents on PostgreSQL', ({ open }) => {
  const api = new TestApi()
  beforeAll(async () => await api.start(await open(), {}))
  afterAll(() => api.close())

  it.each(['authTokenId', 'userId', 'agentTokenId'] as const)(
    'finds those of one %s by an index, among 100,000 that were lost',
    async (column) => {
      const { db } = api.app
      const list = growingLists.find(({ name }) => name === 'Account.agentsConnection')
      if (!list) throw new Error('Agents are in no list.')
      await db.connection().execute(async (connection) => {
        await sql`set session_replication_role = replica`.execute(connection)
        await addManyRows(connection, list, makeOwner(), { count: rowCount, seconds: ownCount })
        await sql`update agents set status = 'error', end_reason = null, ${sql.ref(column)} = id`.execute(connection)
        await sql`set session_replication_role = default`.execute(connection)
      })
      await sql`vacuum analyze agents`.execute(db)
      const plans = await explain(db, (explained) =>
        transitionAgents(explained, 'end', (eb) => eb.and([eb(column, '=', 'of nobody')]), { connected: false }),
      )
      expect(plans.length).toBeGreaterThan(0)
      expect(plans.flat().filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([])
      await sql`truncate agents cascade`.execute(db)
    },
    120_000,
  )
})

describePostgres('the beginning of single sign-on on PostgreSQL', ({ open }) => {
  const api = new TestApi()
  beforeAll(async () => await api.start(await open(), {}))
  afterAll(() => api.close())

  it('finds the people of the domain and their sessions by indexes, among 100,000 who are signed in', async () => {
    const { db } = api.app
    await sql`
      insert into users (id, email, email_verified_at, first_name, last_name, created_at)
      select n::text, 'user-' || n || '@' || n % 1000 || '.example', now(), 'Ada', 'Lovelace', now()
      from generate_series(1, ${rowCount}) as n
    `.execute(db)
    await sql`
      insert into sessions (id, user_id, remember, proven_by, proven_at, created_at, last_used_at, expires_at)
      select id, id, false, array['PASSWORD'], now(), now(), now(), now() + interval '1 day' from users
    `.execute(db)
    await sql`vacuum analyze users`.execute(db)
    await sql`vacuum analyze sessions`.execute(db)
    const people = await findUsersOfDomain(db, '7.example')
    expect(people).toHaveLength(100)
    const plans = await explain(db, async (explained) => {
      await findUsersOfDomain(explained, '7.example')
      const ids = people.map(({ id }) => id)
      await endSessionsOf(explained, ids, now)
    })
    expect(plans).toHaveLength(2)
    expect(plans.flat().filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([])
  }, 120_000)
})

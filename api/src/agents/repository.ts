import { sql, type ExpressionBuilder, type UpdateObject } from 'kysely'
import type { Db, Trx } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'
import type { AgentStatus } from '../generated/schema.ts'
import {
  listTransitions,
  type Agent,
  type AgentEvent,
  type Counters,
  type GatewaySessions,
  type Health,
} from './rules.ts'

const columns = [
  'id',
  'accountId',
  'userId',
  'gatewayId',
  'name',
  'status',
  'assignedDomain',
  'forwardingTo',
  'startedAt',
  'stoppedAt',
  'endReason',
  'lastSeenAt',
  'edgeId',
  'disconnectedAt',
  'requestCount',
  'dataIn',
  'dataOut',
  'roundTripMs',
  'appFailing',
  'failureRequestId',
  'failureCode',
  'failureDetail',
  'failedAt',
] as const

export async function findAgent(db: Db, id: string): Promise<Agent | undefined> {
  return await db.selectFrom('agents').select(columns).where('id', '=', id).executeTakeFirst()
}

export async function findAgents(db: Db, ids: readonly string[]): Promise<Agent[]> {
  if (ids.length === 0) return []
  return await db.selectFrom('agents').select(columns).where('id', 'in', ids).execute()
}

/** The active agent that serves a hostname. */
export async function findHolder(db: Db, hostname: string): Promise<Agent | undefined> {
  return await db
    .selectFrom('agents')
    .select(columns)
    .where('assignedDomain', '=', hostname)
    .where('status', '=', 'active')
    .executeTakeFirst()
}

/** The ids of the active agents that are bound to these gateways, by gateway. */
export async function findBindings(db: Db, gatewayIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('agents')
    .select(['id', 'gatewayId'])
    .where('gatewayId', 'in', gatewayIds)
    .where('status', '=', 'active')
    .execute()
  return new Map(rows.flatMap(({ id, gatewayId }) => (gatewayId === null ? [] : [[gatewayId, id]])))
}

/** How many agents run, by account; an account without any is left out. */
export async function countActiveAgents(db: Db, accountIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('agents')
    .select(({ fn }) => ['accountId', fn.countAll<number>().as('count')])
    .where('accountId', 'in', accountIds)
    .where('status', '=', 'active')
    .groupBy('accountId')
    .execute()
  return new Map(rows.map(({ accountId, count }) => [accountId, count]))
}

/** One page of an account's agents, newest first, and how many there are on all pages. */
export async function listAgents(
  db: Db,
  accountId: string,
  filter: { status: readonly AgentStatus[] | undefined; limit: number; offset: number },
): Promise<{ nodes: Agent[]; totalCount: number }> {
  let matching = db.selectFrom('agents').where('accountId', '=', accountId)
  if (filter.status) matching = matching.where('status', 'in', filter.status)
  const nodes = await matching
    .select(columns)
    .orderBy('startedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute()
  const { count } = await matching.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return { nodes, totalCount: count }
}

/** The agents of an account that were started in a range, by gateway, those with the most first. */
export async function sumSessions(
  db: Db,
  range: { accountId: string; start: Date; end: Date; now: Date; limit: number },
): Promise<GatewaySessions[]> {
  const stoppedAt = sql`coalesce(stopped_at, ${range.now})`
  return await db
    .selectFrom('agents')
    .select(({ fn }) => [
      'gatewayId',
      fn.countAll<number>().as('sessionCount'),
      sql<number>`sum(extract(epoch from ${stoppedAt} - started_at))::float8`.as('runSeconds'),
    ])
    .where('accountId', '=', range.accountId)
    .where('startedAt', '>=', range.start)
    .where('startedAt', '<', range.end)
    .groupBy('gatewayId')
    .orderBy('sessionCount', 'desc')
    .orderBy('gatewayId')
    .limit(range.limit)
    .execute()
}

export type NewAgent = Omit<
  Agent,
  'stoppedAt' | 'endReason' | 'edgeId' | 'disconnectedAt' | keyof Counters | keyof Health
> & {
  authTokenId: string | null
}

export async function insertAgent(trx: Trx, agent: NewAgent): Promise<Agent> {
  return await trx.insertInto('agents').values(agent).returning(columns).executeTakeFirstOrThrow()
}

/**
 * The ids of the agents that the filter selects, locked in one order: statements that change several at once never wait for
 * each other in a circle.
 */
function lockInOrder(db: Db, filter: AgentFilter) {
  return db.selectFrom('agents').select('id').where(filter).orderBy('id').forUpdate()
}

type AgentFilter = (eb: ExpressionBuilder<Tables, 'agents'>) => ReturnType<ExpressionBuilder<Tables, 'agents'>['and']>

/** Moves the agents that the filter selects along the state machine; those for which the event means nothing stay. */
export async function moveAgents(
  db: Db,
  event: AgentEvent,
  filter: AgentFilter,
  changes: UpdateObject<Tables, 'agents'>,
): Promise<Agent[]> {
  const moved: Agent[] = []
  for (const { from, to } of listTransitions(event)) {
    const rows = await db
      .updateTable('agents')
      .set({ ...changes, status: to })
      .where(
        'id',
        'in',
        lockInOrder(db, (eb) => eb.and([eb('status', '=', from), eb('endReason', 'is', null), filter(eb)])),
      )
      .returning(columns)
      .execute()
    moved.push(...rows)
  }
  return moved
}

/** Keeps the greatest of each counter, whatever the order in which reports arrive, and notes the sign of life. */
export async function raiseCounters(db: Db, id: string, counters: Counters, now: Date): Promise<Agent | undefined> {
  return await db
    .updateTable('agents')
    .set((eb) => ({
      requestCount: eb.fn('greatest', [eb.ref('requestCount'), eb.val(counters.requestCount)]),
      dataIn: eb.fn('greatest', [eb.ref('dataIn'), eb.val(counters.dataIn)]),
      dataOut: eb.fn('greatest', [eb.ref('dataOut'), eb.val(counters.dataOut)]),
      lastSeenAt: now,
    }))
    .where('id', '=', id)
    .where('status', '=', 'active')
    .returning(columns)
    .executeTakeFirst()
}

/** Notes how active agents are, all in one statement. Returns them as they are then. */
export async function setHealth(db: Db, reports: ReadonlyMap<string, Health>): Promise<Agent[]> {
  if (reports.size === 0) return []
  const rows = [...reports].map(([id, health]) => ({
    id,
    round_trip_ms: health.roundTripMs,
    app_failing: health.appFailing,
    failure_request_id: health.failureRequestId,
    failure_code: health.failureCode,
    failure_detail: health.failureDetail,
    failed_at: health.failedAt,
  }))
  const report = sql<{ id: string } & Health>`json_to_recordset(${JSON.stringify(rows)}::json)`.as<'report'>(
    sql`report (id text, round_trip_ms float8, app_failing boolean, failure_request_id text, failure_code text,
      failure_detail text, failed_at timestamptz)`,
  )
  return await db
    .updateTable('agents')
    .from(report)
    .set((eb) => ({
      roundTripMs: eb.ref('report.roundTripMs'),
      appFailing: eb.ref('report.appFailing'),
      failureRequestId: eb.ref('report.failureRequestId'),
      failureCode: eb.ref('report.failureCode'),
      failureDetail: eb.ref('report.failureDetail'),
      failedAt: eb.ref('report.failedAt'),
    }))
    .whereRef('agents.id', '=', 'report.id')
    .where(
      'agents.id',
      'in',
      lockInOrder(db, (eb) => eb.and([eb('id', 'in', [...reports.keys()]), eb('status', '=', 'active')])),
    )
    .returning(columns.map((column) => `agents.${column}` as const))
    .execute()
}

/** Notes at which edge these agents have their tunnel. Returns those for which that is news. */
export async function setConnected(db: Db, edgeId: string, ids: readonly string[], now: Date): Promise<Agent[]> {
  if (ids.length === 0) return []
  return await db
    .updateTable('agents')
    .set({ edgeId, disconnectedAt: null, lastSeenAt: now })
    .where(
      'id',
      'in',
      lockInOrder(db, (eb) =>
        eb.and([eb('id', 'in', ids), eb('status', '=', 'active'), eb('edgeId', 'is distinct from', edgeId)]),
      ),
    )
    .returning(columns)
    .execute()
}

/**
 * Notes that these agents lost their tunnel at an edge. One that has its tunnel at another edge by now keeps it; one
 * whose tunnel came and went before it was ever reported counts as lost too.
 */
export async function setDisconnected(db: Db, edgeId: string, ids: readonly string[], now: Date): Promise<Agent[]> {
  if (ids.length === 0) return []
  return await db
    .updateTable('agents')
    .set({ edgeId: null, disconnectedAt: now, lastSeenAt: now })
    .where(
      'id',
      'in',
      lockInOrder(db, (eb) =>
        eb.and([
          eb('id', 'in', ids),
          eb('status', '=', 'active'),
          eb('disconnectedAt', 'is', null),
          eb.or([eb('edgeId', '=', edgeId), eb('edgeId', 'is', null)]),
        ]),
      ),
    )
    .returning(columns)
    .execute()
}

/** Notes that an edge holds no tunnels but these. Returns the agents that it held before. */
export async function setDisconnectedExcept(
  db: Db,
  edgeId: string,
  ids: readonly string[],
  now: Date,
): Promise<Agent[]> {
  return await db
    .updateTable('agents')
    .set({ edgeId: null, disconnectedAt: now, lastSeenAt: now })
    .where(
      'id',
      'in',
      lockInOrder(db, (eb) =>
        eb.and([
          eb('edgeId', '=', edgeId),
          eb('status', '=', 'active'),
          ...(ids.length > 0 ? [eb('id', 'not in', ids)] : []),
        ]),
      ),
    )
    .returning(columns)
    .execute()
}

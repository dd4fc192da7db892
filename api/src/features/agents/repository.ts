import { sql, type ExpressionBuilder, type UpdateObject } from 'kysely'
import type { Connection, Slice } from '../../ground/connections.ts'
import type { Page } from '../../ground/pages.ts'
import { byInstant, readConnection } from '../../platform/db/connections.ts'
import type { Db, Trx } from '../../platform/db/db.ts'
import { batched } from '../../platform/db/batched.ts'
import { byId, countByAccount, countRows, readPage } from '../../platform/db/rows.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { type HeldRole, selectRoles } from '../accounts/service.ts'
import {
  listTransitions,
  type Agent,
  type ListedAgents,
  type AgentEvent,
  type AgentQuery,
  type Binding,
  type Counters,
  type GatewaySessions,
  type Health,
} from './rules.ts'

function selectActive(db: Db) {
  return db.selectFrom('agents').where('status', '=', 'active')
}

export async function findAgent(db: Db, id: string): Promise<Agent | undefined> {
  return await db.selectFrom('agents').selectAll('agents').where('id', '=', id).executeTakeFirst()
}

/** An agent, and the role that a user has in its account. */
interface AgentAndRole {
  agent: Agent
  /** Undefined if they have none. */
  role: HeldRole | undefined
}

/** Finds an agent, and the role that a user has in its account. */
export const findAgentAndRole = batched(
  async (db, wanted: readonly { id: string; userId: string }[]): Promise<(AgentAndRole | undefined)[]> => {
    const pairs = wanted.map(({ id, userId }, place) => ({ place, id, user_id: userId }))
    const asked = sql<{ place: number; id: string; userId: string }>`json_to_recordset(${JSON.stringify(pairs)}::json)`
    const rows = await db
      .selectFrom(asked.as<'asked'>(sql`asked (place int, id text, user_id text)`))
      .innerJoin('agents', 'agents.id', 'asked.id')
      .leftJoin(selectRoles(db).as('held'), (join) =>
        join.onRef('held.userId', '=', 'asked.userId').onRef('held.accountId', '=', 'agents.accountId'),
      )
      .selectAll('agents')
      .select(['place', 'held.userId as heldBy', 'held.role', 'held.requiresSecondFactor', 'held.suspensionReason'])
      .execute()
    const found = new Map(rows.map(({ place, ...row }) => [place, toAgentAndRole(row)]))
    return wanted.map((_, place) => found.get(place))
  },
)

function toAgentAndRole(
  row: Agent & { heldBy: string | null } & {
    [Column in 'role' | 'requiresSecondFactor' | 'suspensionReason']: HeldRole[Column] | null
  },
): AgentAndRole {
  const { heldBy: userId, role, requiresSecondFactor, suspensionReason, ...agent } = row
  const { accountId } = agent
  const isMember = userId !== null && role !== null && requiresSecondFactor !== null
  return { agent, role: isMember ? { userId, accountId, role, requiresSecondFactor, suspensionReason } : undefined }
}

/** Returns agents, running or ended, by id. */
export async function findAgents(db: Db, ids: readonly string[]): Promise<Map<string, Agent>> {
  if (ids.length === 0) return new Map()
  return byId(await db.selectFrom('agents').selectAll().where('id', 'in', ids).execute())
}

/** Returns the active agents that serve a hostname: one, or those of a pool, oldest first. */
export async function findHolders(db: Db, hostname: string): Promise<Agent[]> {
  return await selectActive(db).selectAll().where('assignedDomain', '=', hostname).orderBy('id').execute()
}

/** Returns an active agent that is bound to each of these gateways: a connected one, or else the one that was lost last. */
export async function findBindings(db: Db, gatewayIds: readonly string[]): Promise<Map<string, Binding>> {
  const rows = await selectActive(db)
    .distinctOn('gatewayId')
    .select(['id', 'gatewayId', 'status', 'connected', 'disconnectedAt'])
    .where('gatewayId', 'in', gatewayIds)
    .orderBy('gatewayId')
    .orderBy('connected', 'desc')
    .orderBy('disconnectedAt', (order) => order.desc().nullsLast())
    .orderBy('id')
    .execute()
  return new Map(rows.flatMap(({ gatewayId, ...agent }) => (gatewayId === null ? [] : [[gatewayId, agent]])))
}

/** Counts the running agents by account; an account without any is left out. */
export async function countActiveAgents(db: Db, accountIds: readonly string[]): Promise<Map<string, number>> {
  return await countByAccount(db, selectActive(db).select('accountId').where('accountId', 'in', accountIds))
}

/** Returns one page of an account's agents, newest first. */
export async function listAgents(
  db: Db,
  accountId: string,
  { page, pageSize, ...filter }: AgentQuery,
): Promise<Page<Agent>> {
  const agents = selectListed(db, accountId, filter).orderBy('startedAt', 'desc').orderBy('id', 'desc')
  return await readPage(db, agents, { page, pageSize })
}

/** Returns a part of an account's agents, newest first. */
export async function connectAgents(
  db: Db,
  accountId: string,
  filter: ListedAgents,
  slice: Slice,
): Promise<Connection<Agent>> {
  return await readConnection(selectListed(db, accountId, filter), byInstant('agents', 'startedAt'), slice)
}

function selectListed(db: Db, accountId: string, { status, gatewayId }: ListedAgents) {
  let agents = db.selectFrom('agents').selectAll('agents').where('accountId', '=', accountId)
  if (status) agents = agents.where('status', 'in', status)
  if (typeof gatewayId === 'string') agents = agents.where('gatewayId', '=', gatewayId)
  return agents
}

/** Returns the agents of an account that were started in a range, by gateway, those with the most first. */
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
  'stoppedAt' | 'endReason' | 'connected' | 'disconnectedAt' | keyof Counters | keyof Health
> & {
  authTokenId: string | null
}

export async function insertAgent(trx: Trx, agent: NewAgent): Promise<Agent> {
  return await trx.insertInto('agents').values(agent).returningAll().executeTakeFirstOrThrow()
}

export async function setRegion(db: Db, id: string, region: string | null): Promise<void> {
  await db.updateTable('agents').set({ region }).where('id', '=', id).execute()
}

/**
 * Locks the agents that the filter selects, in a fixed order, and returns their ids. The order keeps statements that change several
 * at once from deadlocking.
 */
export function lockInOrder(db: Db, filter: AgentFilter) {
  return db.selectFrom('agents').select('id').where(filter).orderBy('id').forUpdate()
}

/** Selects agents. */
export type AgentFilter = (
  eb: ExpressionBuilder<Tables, 'agents'>,
) => ReturnType<ExpressionBuilder<Tables, 'agents'>['and']>

/** Moves the agents that the filter selects along the state machine; those to which the event does not apply stay. */
export async function transitionAgents(
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
      .returningAll()
      .execute()
    moved.push(...rows)
  }
  return moved
}

/** Keeps the greatest of each counter, whatever the order in which reports arrive, and notes the sign of life. Undefined for an agent that has ended. */
export async function raiseCounters(db: Db, report: AgentReport): Promise<Agent | undefined> {
  // An agent whose row is locked waits alone; no other agent waits behind it.
  return (await raiseCountersOfMany(db, report)) ?? (await raiseCountersOfOne(db, report))
}

async function raiseCountersOfOne(db: Db, { id, lastSeenAt, ...counters }: AgentReport): Promise<Agent | undefined> {
  return await db
    .updateTable('agents')
    .set((eb) => ({
      requestCount: eb.fn('greatest', [eb.ref('requestCount'), eb.val(counters.requestCount)]),
      dataIn: eb.fn('greatest', [eb.ref('dataIn'), eb.val(counters.dataIn)]),
      dataOut: eb.fn('greatest', [eb.ref('dataOut'), eb.val(counters.dataOut)]),
      lastSeenAt,
    }))
    .where('id', '=', id)
    .where('status', '=', 'active')
    .returningAll()
    .executeTakeFirst()
}

/** Does the same for many agents. Undefined also for one whose row another transaction has locked. */
const raiseCountersOfMany = batched(async (db, reports: readonly AgentReport[]): Promise<(Agent | undefined)[]> => {
  // PostgreSQL takes one row for each agent.
  const merged = [...Map.groupBy(reports, ({ id }) => id)].map(([id, ofAgent]) => ({
    id,
    request_count: Math.max(...ofAgent.map(({ requestCount }) => requestCount)),
    data_in: Math.max(...ofAgent.map(({ dataIn }) => dataIn)),
    data_out: Math.max(...ofAgent.map(({ dataOut }) => dataOut)),
    last_seen_at: ofAgent.at(-1)?.lastSeenAt,
  }))
  const report = sql<AgentReport>`json_to_recordset(${JSON.stringify(merged)}::json)`.as<'report'>(
    sql`report (id text, request_count bigint, data_in bigint, data_out bigint, last_seen_at timestamptz)`,
  )
  const ids = merged.map(({ id }) => id)
  const raised = await db
    .updateTable('agents')
    .from(report)
    .set((eb) => ({
      requestCount: eb.fn('greatest', [eb.ref('agents.requestCount'), eb.ref('report.requestCount')]),
      dataIn: eb.fn('greatest', [eb.ref('agents.dataIn'), eb.ref('report.dataIn')]),
      dataOut: eb.fn('greatest', [eb.ref('agents.dataOut'), eb.ref('report.dataOut')]),
      lastSeenAt: eb.ref('report.lastSeenAt'),
    }))
    .whereRef('agents.id', '=', 'report.id')
    .where('agents.id', 'in', (eb) =>
      eb
        .selectFrom('agents')
        .select('id')
        .where(sql<boolean>`id = any(${ids}::text[])`)
        .where('status', '=', 'active')
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .returningAll('agents')
    .execute()
  const byAgent = byId(raised)
  return reports.map(({ id }) => byAgent.get(id))
})

/** What an agent reports of itself, and when. */
interface AgentReport extends Counters {
  id: string
  lastSeenAt: Date
}

/** Counts those of the agents that run. */
export async function countActiveAmong(db: Db, ids: readonly string[]): Promise<number> {
  return ids.length === 0 ? 0 : await countRows(db, selectActive(db).select('id').where('id', 'in', ids))
}

/** Records the health of active agents in one statement. Returns those for which it changed, as they are then. */
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
      // Locked in a fixed order, as by `lockInOrder`. Edges repeat what is already known, and that writes nothing.
      db
        .selectFrom('agents')
        .innerJoin(report, (join) => join.onRef('report.id', '=', 'agents.id'))
        .select('agents.id')
        .where('agents.status', '=', 'active')
        .where(
          sql<boolean>`(agents.round_trip_ms, agents.app_failing, agents.failure_request_id, agents.failed_at)
            is distinct from (report.round_trip_ms, report.app_failing, report.failure_request_id, report.failed_at)`,
        )
        .orderBy('agents.id')
        .forUpdate('agents'),
    )
    .returningAll('agents')
    .execute()
}

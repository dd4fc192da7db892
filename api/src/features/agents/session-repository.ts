import { sql, type ExpressionBuilder, type Selectable } from 'kysely'
import type { Db, Trx } from '../../platform/db/db.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { findAgents, lockInOrder, type AgentFilter } from './repository.ts'
import { edgeHeartbeatMs, servingEdgesMax, type Agent, type LeavingEdge, type ServingEdge } from './rules.ts'
import type { AgentEdgeTable } from './table.ts'

/** A page of an edge's agents: those after one id, up to another. */
interface IdRange {
  after?: string | null
  upTo?: string | null
}

type SessionFilter = (
  eb: ExpressionBuilder<Tables, 'agentEdges'>,
) => ReturnType<ExpressionBuilder<Tables, 'agentEdges'>['and']>

/** Records that an edge holds sessions of these agents. Returns the active ones for which this is new. */
export async function addSessions(trx: Trx, edgeId: string, ids: readonly string[], now: Date): Promise<Agent[]> {
  if (ids.length === 0) return []
  const locked = await lockAgents(trx, (eb) =>
    eb.and([eb('id', 'in', ids), eb('status', '=', 'active'), eb('id', 'not in', selectAt(trx, edgeId, ids))]),
  )
  if (locked.length === 0) return []
  await trx
    .insertInto('agentEdges')
    .columns(['agentId', 'edgeId', 'connectedAt', 'away'])
    .expression((eb) =>
      eb
        .selectFrom('agents')
        .leftJoin('edges', (join) => join.on('edges.id', '=', edgeId))
        .where('agents.id', 'in', locked)
        .select([
          'agents.id',
          eb.val(edgeId).as('edgeId'),
          eb.val(now).as('connectedAt'),
          sql<boolean>`agents.region is not null and agents.region is distinct from edges.region`.as('away'),
        ]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return await trx
    .updateTable('agents')
    .set({ connected: true, disconnectedAt: null, lastSeenAt: now })
    .where('id', 'in', locked)
    .returningAll()
    .execute()
}

/**
 * Records that an edge lost its sessions of these agents. Returns those for which this is new, among them an agent whose session
 * came and went before it was ever reported.
 */
export async function removeSessions(trx: Trx, edgeId: string, ids: readonly string[], now: Date): Promise<Agent[]> {
  if (ids.length === 0) return []
  const locked = await lockAgents(trx, (eb) =>
    eb.and([
      eb('id', 'in', ids),
      eb('status', '=', 'active'),
      eb.or([
        eb('id', 'in', selectAt(trx, edgeId, ids)),
        eb.and([eb('connected', '=', false), eb('disconnectedAt', 'is', null)]),
      ]),
    ]),
  )
  return await removeLocked(trx, locked, (eb) => eb.and([eb('edgeId', '=', edgeId)]), now)
}

/** Records that these edges no longer hold sessions. Returns the agents that had one there. */
export async function removeEdges(trx: Trx, edgeIds: readonly string[], now: Date): Promise<Agent[]> {
  return edgeIds.length === 0 ? [] : await removeWhere(trx, (eb) => eb.and([eb('edgeId', 'in', edgeIds)]), now)
}

/** Ids in the order in which edges page through them, whatever the order of the database's locale. */
const orderedId = sql<string>`agent_id collate "C"`

/** Records that an edge holds no sessions but these in a page of its agents. Returns the agents that had another one. */
export async function removeSessionsExcept(
  trx: Trx,
  edgeId: string,
  ids: readonly string[],
  { after, upTo }: IdRange,
  now: Date,
): Promise<Agent[]> {
  const which: SessionFilter = (eb) =>
    eb.and([
      eb('edgeId', '=', edgeId),
      ...(ids.length > 0 ? [eb('agentId', 'not in', ids)] : []),
      ...(after ? [eb(orderedId, '>', after)] : []),
      ...(upTo ? [eb(orderedId, '<=', upTo)] : []),
    ])
  return await removeWhere(trx, which, now)
}

/** Dates the signs of life of active agents that are dated later than an instant back to now. */
export async function dateBackSigns(trx: Trx, instant: Date, now: Date): Promise<void> {
  const ids = await lockAgents(trx, (eb) => eb.and([eb('status', '=', 'active'), eb('lastSeenAt', '>', instant)]))
  if (ids.length > 0) await trx.updateTable('agents').set({ lastSeenAt: now }).where('id', 'in', ids).execute()
}

/** Deletes the sessions of agents that have ended, and are locked. */
export async function deleteSessions(trx: Trx, agentIds: readonly string[]): Promise<void> {
  if (agentIds.length > 0) await trx.deleteFrom('agentEdges').where('agentId', 'in', agentIds).execute()
}

/** Returns those of the agents that have a session at another edge that has reported since and keeps its agents. */
export async function findServedElsewhere(
  db: Db,
  { name, agentUrl }: LeavingEdge,
  agentIds: readonly string[],
  instant: Date,
): Promise<string[]> {
  if (agentIds.length === 0) return []
  const rows = await db
    .selectFrom('agentEdges')
    .innerJoin('edges', 'edges.id', 'agentEdges.edgeId')
    .select('agentEdges.agentId')
    .distinct()
    .where('agentEdges.agentId', 'in', agentIds)
    .where('edges.lastSeenAt', '>=', instant)
    .where('edges.state', '=', 'serving')
    .where('edges.drained', '=', false)
    .where((eb) =>
      eb.or([eb('edges.name', 'is distinct from', name), eb('edges.agentUrl', 'is distinct from', agentUrl)]),
    )
    .execute()
  return rows.map(({ agentId }) => agentId)
}

/** Returns those of the agents of an edge that have had a session at another one for longer. */
export async function findCountedElsewhere(db: Db, edgeId: string, agentIds: readonly string[]): Promise<string[]> {
  if (agentIds.length === 0) return []
  const rows = await db
    .selectFrom('agentEdges as here')
    .select('here.agentId')
    .where('here.edgeId', '=', edgeId)
    .where('here.agentId', 'in', agentIds)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('agentEdges as there')
          .select('there.agentId')
          .whereRef('there.agentId', '=', 'here.agentId')
          .where(sql<boolean>`(there.connected_at, there.edge_id) < (here.connected_at, here.edge_id)`),
      ),
    )
    .execute()
  return rows.map(({ agentId }) => agentId)
}

/** Returns the instant up to which another edge counted the time of each of the agents that this edge has counted since. */
export async function findCountedSince(
  db: Db,
  edgeId: string,
  agentIds: readonly string[],
): Promise<{ agentId: string; countsSince: Date }[]> {
  if (agentIds.length === 0) return []
  return await db
    .selectFrom('agentEdges')
    .select(['agentId', 'countsSince'])
    .where('edgeId', '=', edgeId)
    .where('agentId', 'in', agentIds)
    .where('countsSince', 'is not', null)
    .$narrowType<{ countsSince: Date }>()
    .execute()
}

/**
 * Makes the oldest remaining session of each agent count its time from when the edge of a removed one last counted. An edge that fell silent counted
 * until its last sign of life, and on until the next was due.
 */
async function transferCountedTime(trx: Trx, removed: readonly Session[], now: Date): Promise<void> {
  if (removed.length === 0) return
  const oldest = sql<Session>`json_to_recordset(${JSON.stringify(removed.map(toRow))}::json)`.as<'gone'>(
    sql`gone (agent_id text, edge_id text, connected_at timestamptz)`,
  )
  const counted = trx
    .selectFrom(oldest)
    .innerJoin('edges', 'edges.id', 'gone.edgeId')
    .distinctOn('gone.agentId')
    .select([
      'gone.agentId',
      'gone.connectedAt',
      'gone.edgeId',
      sql<Date>`least(${now}::timestamptz, edges.last_seen_at + make_interval(secs => ${edgeHeartbeatMs / 1_000}))`.as(
        'until',
      ),
    ])
    .orderBy('gone.agentId')
    .orderBy('gone.connectedAt')
    .orderBy('gone.edgeId')
  await trx
    .updateTable('agentEdges')
    .from(counted.as('counted'))
    .set((eb) => ({ countsSince: eb.ref('counted.until') }))
    .whereRef('agentEdges.agentId', '=', 'counted.agentId')
    .where(sql<boolean>`(counted.connected_at, counted.edge_id) < (agent_edges.connected_at, agent_edges.edge_id)`)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('agentEdges as older')
            .select('older.agentId')
            .whereRef('older.agentId', '=', 'agentEdges.agentId')
            .where(sql<boolean>`(older.connected_at, older.edge_id) < (agent_edges.connected_at, agent_edges.edge_id)`),
        ),
      ),
    )
    .execute()
}

type Session = Pick<Selectable<AgentEdgeTable>, 'agentId' | 'edgeId' | 'connectedAt'>

function toRow({ agentId, edgeId, connectedAt }: Session) {
  return { agent_id: agentId, edge_id: edgeId, connected_at: connectedAt }
}

/** Returns the edges that hold sessions of agents, by agent, the longest first. */
export async function findServingEdges(db: Db, agentIds: readonly string[]): Promise<Map<string, ServingEdge[]>> {
  const edges = db
    .selectFrom('agentEdges')
    .innerJoin('edges', 'edges.id', 'agentEdges.edgeId')
    .where('agentEdges.agentId', 'in', agentIds)
    // Edges that gave no name have nothing in common.
    .groupBy((eb) => ['agentEdges.agentId', 'edges.agentUrl', eb.fn.coalesce('edges.name', 'edges.id'), 'edges.name'])
    .select(({ fn, eb }) => [
      'agentEdges.agentId',
      'edges.name',
      fn.min('edges.region').as('region'),
      fn.min('agentEdges.connectedAt').as('connectedAt'),
      fn
        .agg<boolean>('bool_or', [eb.or([eb('edges.drained', '=', true), eb('edges.state', '=', 'draining')])])
        .as('isDraining'),
      sql<number>`row_number() over (partition by agent_id order by min(connected_at), edges.name)::int`.as('place'),
    ])
  const rows = await db
    .selectFrom(edges.as('serving'))
    .selectAll()
    .where('place', '<=', servingEdgesMax)
    .orderBy('place')
    .execute()
  return Map.groupBy(rows, ({ agentId }) => agentId)
}

function selectAt(db: Db, edgeId: string, agentIds: readonly string[]) {
  return db.selectFrom('agentEdges').select('agentId').where('edgeId', '=', edgeId).where('agentId', 'in', agentIds)
}

/** Locks agents before their sessions change: edges that report an agent at once take turns on its row. */
async function lockAgents(trx: Trx, filter: AgentFilter): Promise<string[]> {
  return (await lockInOrder(trx, filter).execute()).map(({ id }) => id)
}

async function removeWhere(trx: Trx, which: SessionFilter, now: Date): Promise<Agent[]> {
  const sessions = trx.selectFrom('agentEdges').select('agentId').where(which)
  const locked = await lockAgents(trx, (eb) => eb.and([eb('id', 'in', sessions)]))
  return await removeLocked(trx, locked, which, now)
}

/** Removes sessions of locked agents. Returns the agents that had one, or were never connected, as they are then. */
async function removeLocked(trx: Trx, ids: readonly string[], which: SessionFilter, now: Date): Promise<Agent[]> {
  if (ids.length === 0) return []
  const removed = await trx
    .deleteFrom('agentEdges')
    .where('agentId', 'in', ids)
    .where(which)
    .returning(['agentId', 'edgeId', 'connectedAt'])
    .execute()
  await transferCountedTime(trx, removed, now)
  const lost = await trx
    .updateTable('agents')
    .set({ connected: false, disconnectedAt: now, lastSeenAt: now })
    .where('id', 'in', ids)
    .where('status', '=', 'active')
    .where('id', 'not in', trx.selectFrom('agentEdges').select('agentId').where('agentId', 'in', ids))
    .returningAll()
    .execute()
  const lostIds = new Set(lost.map(({ id }) => id))
  const kept = await findAgents(
    trx,
    removed.flatMap(({ agentId }) => (lostIds.has(agentId) ? [] : [agentId])),
  )
  return [...lost, ...kept.values()]
}

import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/db.ts'
import type { Edge, EdgeDescription, EdgeLoad } from './rules.ts'

/**
 * Records that an edge reported, and how it describes itself. Returns whether the operator drains it, and whether this is its first report. A process
 * that replaces one that died, at an edge that was drained and has reported since `instant`, is drained too.
 */
export async function touchEdge(
  db: Db,
  id: string,
  edge: EdgeDescription & Pick<Edge, 'authority' | 'lastSeenAt'>,
  instant: Date,
): Promise<{ drained: boolean; isNew: boolean }> {
  return await db
    .insertInto('edges')
    .values((eb) => ({
      id,
      ...edge,
      drained: eb
        .selectFrom('edges as beside')
        .select(({ fn }) => fn.coalesce(fn.agg<boolean>('bool_or', ['beside.drained']), eb.lit(false)).as('drained'))
        .where('beside.lastSeenAt', '>=', instant)
        .where('beside.state', '<>', 'stopped')
        .where('beside.name', '=', edge.name)
        .where('beside.agentUrl', 'is not distinct from', edge.agentUrl),
    }))
    .onConflict((conflict) => conflict.column('id').doUpdateSet(edge))
    // An updated row has the transaction that did it as its xmax; a new one has none.
    .returning(['drained', sql<boolean>`xmax = 0`.as('isNew')])
    .executeTakeFirstOrThrow()
}

/** Marks as stopped the processes that a new one replaces, and that have not reported their end. Returns their ids. */
export async function stopReplaced(
  trx: Trx,
  id: string,
  { name, process, agentUrl }: Pick<Edge, 'name' | 'process' | 'agentUrl'>,
): Promise<string[]> {
  const rows = await trx
    .updateTable('edges')
    .set({ state: 'stopped' })
    .where('id', '<>', id)
    .where('state', '=', 'serving')
    .where('name', '=', name)
    .where('process', '=', process)
    .where('agentUrl', 'is not distinct from', agentUrl)
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Reports whether another edge, not a process of this one, has reported since and takes agents. */
export async function isOtherServing(db: Db, edge: EdgeDescription, instant: Date): Promise<boolean> {
  const other = await db
    .selectFrom('edges')
    .select('id')
    .where('lastSeenAt', '>=', instant)
    .where('state', '=', 'serving')
    .where('drained', '=', false)
    .where((eb) =>
      eb.or([eb('name', 'is distinct from', edge.name), eb('agentUrl', 'is distinct from', edge.agentUrl)]),
    )
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** Returns the edges with an address that have reported since and take agents, by address. */
export async function listLoads(db: Db, instant: Date): Promise<EdgeLoad[]> {
  return await db
    .selectFrom('edges')
    .select(({ fn }) => [
      'agentUrl',
      fn.min('region').as('region'),
      sql<number>`(count(*) / count(distinct name))::int`.as('processes'),
      sql<number>`sum(capacity)::float8`.as('capacity'),
      sql<number>`sum(tunnel_count)::float8`.as('tunnelCount'),
    ])
    .where('lastSeenAt', '>=', instant)
    .where('state', '<>', 'stopped')
    .where('agentUrl', 'is not', null)
    .groupBy('agentUrl')
    .having(sql<boolean>`not bool_or(drained or state = 'draining')`)
    .$narrowType<{ agentUrl: string }>()
    .execute()
}

/** Returns the edges with this name or id that have reported since. */
export async function findEdges(trx: Trx, nameOrId: string, instant: Date): Promise<Edge[]> {
  return await trx
    .selectFrom('edges')
    .selectAll()
    .where('lastSeenAt', '>=', instant)
    .where('state', '<>', 'stopped')
    .where((eb) => eb.or([eb('id', '=', nameOrId), eb('name', '=', nameOrId)]))
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function setDrained(trx: Trx, ids: readonly string[], drained: boolean): Promise<void> {
  await trx.updateTable('edges').set({ drained }).where('id', 'in', ids).execute()
}

/** Dates the reports of edges that are dated later than an instant back to now. */
export async function dateBackReports(trx: Trx, instant: Date, now: Date): Promise<void> {
  const ahead = trx.selectFrom('edges').select('id').where('lastSeenAt', '>', instant).orderBy('id').forUpdate()
  await trx.updateTable('edges').set({ lastSeenAt: now }).where('id', 'in', ahead).execute()
}

/** Locks and returns the edges that hold tunnels and have not reported since. Their next reports wait for the transaction. */
export async function lockEdgesSilentSince(trx: Trx, instant: Date): Promise<string[]> {
  const rows = await trx
    .selectFrom('edges')
    .select('id')
    .where('lastSeenAt', '<', instant)
    .where('id', 'in', trx.selectFrom('agentEdges').select('edgeId'))
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes the edges that have not reported since, except those whose agents have yet to be recorded as disconnected. */
export async function deleteEdgesSilentSince(db: Db, instant: Date): Promise<void> {
  await db
    .deleteFrom('edges')
    .where('lastSeenAt', '<', instant)
    .where('id', 'not in', db.selectFrom('agentEdges').select('edgeId'))
    .execute()
}

/** Returns edges, the most recent report first, each with the active agents whose tunnels it holds. */
export async function listEdges(db: Db): Promise<Edge[]> {
  return await db
    .selectFrom('edges')
    .leftJoin('agentEdges', 'agentEdges.edgeId', 'edges.id')
    .selectAll('edges')
    .select(({ fn }) => fn.count<number>('agentEdges.agentId').as('tunnelCount'))
    .groupBy('edges.id')
    .orderBy('edges.lastSeenAt', 'desc')
    .orderBy('edges.id')
    .execute()
}

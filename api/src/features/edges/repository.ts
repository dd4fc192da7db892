import type { Db, Trx } from '../../platform/db/db.ts'

/** Notes that an edge was heard of. */
export async function touchEdge(db: Db, id: string, authority: string | null, now: Date): Promise<void> {
  await db
    .insertInto('edges')
    .values({ id, lastSeenAt: now, authority })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ lastSeenAt: now, authority }))
    .execute()
}

/** Returns those of the edges that have reported since. */
export async function findEdgesHeardSince(db: Db, ids: readonly string[], instant: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('edges')
    .select('id')
    .where('id', 'in', ids)
    .where('lastSeenAt', '>=', instant)
    .execute()
  return rows.map(({ id }) => id)
}

/** The edges that hold tunnels and have not reported since. Their next reports wait for the transaction. */
export async function lockEdgesSilentSince(trx: Trx, instant: Date): Promise<string[]> {
  const rows = await trx
    .selectFrom('edges')
    .select('id')
    .where('lastSeenAt', '<', instant)
    .where((eb) =>
      eb.exists(
        eb.selectFrom('agents').select('agents.id').whereRef('edgeId', '=', 'edges.id').where('status', '=', 'active'),
      ),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

export async function deleteEdgesSilentSince(db: Db, instant: Date): Promise<void> {
  await db.deleteFrom('edges').where('lastSeenAt', '<', instant).execute()
}

/** Edges, the last heard of first, each with the active agents whose tunnels it holds. */
export async function listEdges(db: Db): Promise<{ id: string; lastSeenAt: Date; tunnelCount: number }[]> {
  return await db
    .selectFrom('edges')
    .leftJoin('agents', (join) => join.onRef('agents.edgeId', '=', 'edges.id').on('agents.status', '=', 'active'))
    .select(({ fn }) => ['edges.id', 'edges.lastSeenAt', fn.count<number>('agents.id').as('tunnelCount')])
    .groupBy(['edges.id', 'edges.lastSeenAt'])
    .orderBy('edges.lastSeenAt', 'desc')
    .orderBy('edges.id')
    .execute()
}

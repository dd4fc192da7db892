import type { Db } from '../db/db.ts'

/** Notes that an edge was heard of. */
export async function touchEdge(db: Db, id: string, authority: string | null, now: Date): Promise<void> {
  await db
    .insertInto('edges')
    .values({ id, lastSeenAt: now, authority })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ lastSeenAt: now, authority }))
    .execute()
}

export async function listAuthoritiesSince(db: Db, instant: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('edges')
    .select('authority')
    .distinct()
    .where('lastSeenAt', '>=', instant)
    .where('authority', 'is not', null)
    .$narrowType<{ authority: string }>()
    .execute()
  return rows.map(({ authority }) => authority)
}

export async function listEdgesSilentSince(db: Db, instant: Date): Promise<string[]> {
  const rows = await db.selectFrom('edges').select('id').where('lastSeenAt', '<', instant).execute()
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

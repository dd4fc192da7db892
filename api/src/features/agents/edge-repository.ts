import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { OfferedEdge } from './rules.ts'

/** Returns the authorities, as PEM, of edges that have reported since the instant and whose certificates are not publicly trusted. */
export async function listAuthorities(db: Db, instant: Date): Promise<string[]> {
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

/**
 * Returns addresses of edges that have reported since and take agents: first those that are not drained, among these the nearest, among these
 * the least full, in steps of a tenth, and otherwise at random, so that agents that start together spread. An address that several
 * processes share is left out while one of them is told to end, because all of them are.
 */
export async function findOfferedEdges(
  db: Db,
  region: string | null,
  instant: Date,
  limit: number,
): Promise<OfferedEdge[]> {
  const { rows } = await sql<OfferedEdge>`
    select agent_url as url, bool_and(drained) as drained from (
      select agent_url, min(region) as region, bool_or(drained) as drained, sum(tunnel_count) as tunnels, sum(capacity) as capacity
      from edges
      where last_seen_at >= ${instant} and agent_url is not null and state <> 'stopped'
      group by agent_url, name
      having not bool_or(state = 'draining')
    ) as dialled
    group by agent_url
    order by
      bool_and(drained),
      min(case
        when region = ${region}::text then 0
        when split_part(region, '-', 1) = split_part(${region}::text, '-', 1) then 1
        else 2
      end),
      floor(10 * sum(tunnels) / sum(capacity)),
      random()
    limit ${limit}`.execute(db)
  return rows
}

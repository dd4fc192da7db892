import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { Release } from './rules.ts'

/** How many agents are examined for each agent to be moved, and at least in total: not all that a large edge has. */
const [lookedAt, lookedAtMin] = [4, 1_000]

/**
 * Records which of an edge's agents are to move, chosen at random, and returns how many. Leaves out agents that were moved since `again`, that no
 * other edge serves that has reported since `instant`, or that are at every edge that has room.
 */
export async function addReleases(
  db: Db,
  { agentUrl, roomyUrls, agents }: Release,
  { now, again, instant }: { now: Date; again: Date; instant: Date },
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into agent_releases (agent_id, agent_url, released_at)
    select here.agent_id, ${agentUrl}, ${now}
    from (
      select agent_id from agent_edges join edges on edges.id = agent_edges.edge_id
      where edges.agent_url = ${agentUrl}
        and not exists (
          select from agent_releases as release where release.agent_id = agent_edges.agent_id and release.released_at > ${again}
        )
      group by agent_id
      order by random()
      limit ${Math.max(lookedAtMin, lookedAt * agents)}
    ) as here
    where exists (
        select from agent_edges as there join edges as other on other.id = there.edge_id
        where there.agent_id = here.agent_id and other.agent_url is distinct from ${agentUrl}
          and other.last_seen_at >= ${instant} and other.state = 'serving' and not other.drained
      )
      and (
        select count(distinct other.agent_url) from agent_edges as there join edges as other on other.id = there.edge_id
        where there.agent_id = here.agent_id and other.agent_url = any (${roomyUrls})
      ) < ${roomyUrls.length}
    limit ${agents}
    on conflict (agent_id) do update set agent_url = excluded.agent_url, released_at = excluded.released_at
      where agent_releases.released_at <= ${again}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Returns the agents of an edge's process that were moved away from this edge since. */
export async function findReleased(
  db: Db,
  edgeId: string,
  agentUrl: string,
  instant: Date,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('agentReleases')
    .innerJoin('agentEdges', 'agentEdges.agentId', 'agentReleases.agentId')
    .select('agentReleases.agentId')
    .where('agentReleases.releasedAt', '>=', instant)
    .where('agentReleases.agentUrl', '=', agentUrl)
    .where('agentEdges.edgeId', '=', edgeId)
    .limit(limit)
    .execute()
  return rows.map(({ agentId }) => agentId)
}

/** Deletes releases that were recorded before the instant. */
export async function deleteReleasesBefore(db: Db, instant: Date): Promise<void> {
  await db.deleteFrom('agentReleases').where('releasedAt', '<', instant).execute()
}

import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { Release, Return } from './rules.ts'

/** How many agents are examined for each agent to be moved, and at least in total: not all that a large edge has. */
const [examinedPerMove, examinedMin] = [4, 1_000]

/** The instants by which agents are chosen. */
export interface ReleaseTimes {
  now: Date
  /** An agent that was released since then is not released again. */
  releasedSince: Date
  /** An edge that has not been heard from since then counts as gone. */
  instant: Date
}

/**
 * Adds releases of agents from a full edge, chosen at random, and returns how many. Leaves out an agent that was released recently, that no other edge serves, or
 * that is already at every edge with room.
 */
export async function addReleases(
  db: Db,
  { agentUrl, urlsWithCapacity, agents }: Release,
  { now, releasedSince, instant }: ReleaseTimes,
): Promise<number> {
  const chosen = sql`
    select here.agent_id, ${agentUrl}::text as agent_url
    from (
      select agent_id from agent_edges join edges on edges.id = agent_edges.edge_id
      where edges.agent_url = ${agentUrl} and ${notReleasedSince(releasedSince, sql.ref('agent_edges.agent_id'))}
      group by agent_id
      order by random()
      limit ${Math.max(examinedMin, examinedPerMove * agents)}
    ) as here
    where ${isServedElsewhere(sql.ref('here.agent_id'), sql`${agentUrl}`, instant)}
      and ${countAt(sql.ref('here.agent_id'), urlsWithCapacity)} < ${urlsWithCapacity.length}
    limit ${agents}`
  return await insertReleases(db, chosen, now, releasedSince)
}

/**
 * Adds releases of agents of a region from edges that are not in it, and returns how many. Leaves out an agent that was released recently, that no other edge
 * serves, or that is already at every edge of its region.
 */
export async function addReturns(
  db: Db,
  { region, homeUrls, agents }: Return,
  { now, releasedSince, instant }: ReleaseTimes,
): Promise<number> {
  const chosen = sql`
    select here.agent_id, here.agent_url
    from (
      select agents.id as agent_id, min(edges.agent_url) as agent_url
      from agent_edges join agents on agents.id = agent_edges.agent_id join edges on edges.id = agent_edges.edge_id
      where agent_edges.away and agents.region = ${region} and edges.agent_url is not null
        and ${notReleasedSince(releasedSince, sql.ref('agents.id'))}
      group by agents.id
      order by random()
      limit ${examinedPerMove * agents}
    ) as here
    where ${isServedElsewhere(sql.ref('here.agent_id'), sql.ref('here.agent_url'), instant)}
      and ${countAt(sql.ref('here.agent_id'), homeUrls)} < ${homeUrls.length}
    limit ${agents}`
  return await insertReleases(db, chosen, now, releasedSince)
}

/** Adds a release for each pair of an agent and an address that the query selects, except for an agent that was released since `releasedSince`. */
async function insertReleases(db: Db, chosen: RawBuilder<unknown>, now: Date, releasedSince: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into agent_releases (agent_id, agent_url, released_at)
    select agent_id, agent_url, ${now} from (${chosen}) as chosen
    on conflict (agent_id) do update set agent_url = excluded.agent_url, released_at = excluded.released_at
      where agent_releases.released_at <= ${releasedSince}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

function notReleasedSince(releasedSince: Date, agentId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`not exists (
    select from agent_releases as release where release.agent_id = ${agentId} and release.released_at > ${releasedSince}
  )`
}

/** Selects whether an edge at another address serves the agent: it was heard from since `instant`, and takes agents. */
function isServedElsewhere(
  agentId: RawBuilder<unknown>,
  agentUrl: RawBuilder<unknown>,
  instant: Date,
): RawBuilder<boolean> {
  return sql`exists (
    select from agent_edges as there join edges as other on other.id = there.edge_id
    where there.agent_id = ${agentId} and other.agent_url is distinct from ${agentUrl}
      and other.last_seen_at >= ${instant} and other.state = 'serving' and not other.drained
  )`
}

/** Selects at how many of these addresses the agent is. */
function countAt(agentId: RawBuilder<unknown>, agentUrls: readonly string[]): RawBuilder<number> {
  return sql`(
    select count(distinct other.agent_url) from agent_edges as there join edges as other on other.id = there.edge_id
    where there.agent_id = ${agentId} and other.agent_url = any (${agentUrls})
  )`
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

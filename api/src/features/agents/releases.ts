import { addMs } from '../../ground/clock.ts'
import type { App } from '../../platform/app.ts'
import type { Db } from '../../platform/db/db.ts'
import * as repository from './release-repository.ts'
import { edgeSilentBefore, type Release, releasedMax, type Return } from './rules.ts'

/** An agent is moved at most once in this time, so that one that cannot reach an edge is not moved back and forth. */
const releaseIntervalMs = 3_600_000

/**
 * How long an edge keeps being told to release an agent, even if the agent has come back: its processes report one after the other,
 * each of them several times.
 */
const announcementMs = 10_000

/** Moves agents from an edge to others. Only moves agents that another edge also serves. Returns how many. */
export async function releaseAgents({ db, clock }: App, release: Release): Promise<number> {
  const now = clock.now()
  return await repository.addReleases(db, release, timesAt(now))
}

function timesAt(now: Date): repository.ReleaseTimes {
  return { now, releasedSince: addMs(now, -releaseIntervalMs), instant: edgeSilentBefore(now) }
}

/** Releases agents from edges of other regions, each of which another edge also serves. Returns how many. */
export async function returnAgents({ db, clock }: App, home: Return): Promise<number> {
  const now = clock.now()
  return await repository.addReturns(db, home, timesAt(now))
}

/** Returns the agents that an edge, or a process of an edge, must release. */
export async function listReleased({ db, clock }: App, edgeId: string, agentUrl: string): Promise<string[]> {
  return await repository.findReleased(db, edgeId, agentUrl, addMs(clock.now(), -announcementMs), releasedMax)
}

/** Deletes the releases of agents that may be moved again. */
export async function deletePastReleases(db: Db, now: Date): Promise<void> {
  await repository.deleteReleasesBefore(db, addMs(now, -releaseIntervalMs))
}

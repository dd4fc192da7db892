import { addMs } from '../../ground/clock.ts'
import type { App } from '../../platform/app.ts'
import type { Db } from '../../platform/db/db.ts'
import * as repository from './release-repository.ts'
import { edgeSilentBefore, type Release, releasedMax, type Return } from './rules.ts'

/** An agent is not sent elsewhere twice within this time: an edge that it does not reach must not have it come and go. */
const againMs = 3_600_000

/**
 * How long an edge is told of an agent that is to go, also when it has come back: its processes learn of it one after the other, and each
 * report several times.
 */
const tellMs = 10_000

/** Has agents of an edge go to others, each while another edge serves it. Returns how many. */
export async function releaseAgents({ db, clock }: App, release: Release): Promise<number> {
  const now = clock.now()
  return await repository.addReleases(db, release, { now, again: addMs(now, -againMs), instant: edgeSilentBefore(now) })
}

/** Releases agents from edges of other regions, each of which another edge also serves. Returns how many. */
export async function returnAgents({ db, clock }: App, home: Return): Promise<number> {
  const now = clock.now()
  return await repository.addReturns(db, home, { now, again: addMs(now, -againMs), instant: edgeSilentBefore(now) })
}

/** Returns the agents that an edge, or a process of one, is to let go of. */
export async function listReleased({ db, clock }: App, edgeId: string, agentUrl: string): Promise<string[]> {
  return await repository.findReleased(db, edgeId, agentUrl, addMs(clock.now(), -tellMs), releasedMax)
}

/** Forgets agents that may be sent elsewhere again. */
export async function deletePastReleases(db: Db, now: Date): Promise<void> {
  await repository.deleteReleasesBefore(db, addMs(now, -againMs))
}

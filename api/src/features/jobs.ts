import type { App } from '../platform/app.ts'
import type { Round } from '../platform/jobs/rounds.ts'
import type { JobHandler } from '../platform/jobs/rules.ts'
import { createKeyPruning } from '../platform/keys/keyring.ts'
import { features } from './index.ts'

/** What every feature does in the background: what waits for its time, or for a change. */
export function createJobHandlers(app: App): JobHandler[] {
  const ofFeatures = features.flatMap((feature) => ('createJobs' in feature ? feature.createJobs(app) : []))
  return [...ofFeatures, createKeyPruning(app)]
}

/** What every feature repeats on each node. */
export function createRounds(app: App): Round[] {
  return features.flatMap((feature) => ('createRounds' in feature ? feature.createRounds(app) : []))
}

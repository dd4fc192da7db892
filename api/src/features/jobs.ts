import type { App } from '../platform/app.ts'
import { createIdempotencyPruning } from '../platform/idempotency/jobs.ts'
import type { Round } from '../platform/jobs/rounds.ts'
import type { JobHandler } from '../platform/jobs/rules.ts'
import { createKeyPruning } from '../platform/keys/keyring.ts'
import { features } from './index.ts'

/** Creates the jobs of all features. */
export function createJobHandlers(app: App): JobHandler[] {
  const ofFeatures = features.flatMap((feature) => ('createJobs' in feature ? feature.createJobs(app) : []))
  return [...ofFeatures, createKeyPruning(app), createIdempotencyPruning(app)]
}

/** Creates the rounds of all features. */
export function createRounds(app: App): Round[] {
  return features.flatMap((feature) => ('createRounds' in feature ? feature.createRounds(app) : []))
}

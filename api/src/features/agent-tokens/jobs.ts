import type { App } from '../../platform/app.ts'
import type { Round } from '../../platform/jobs/rounds.ts'
import { defineRecurringJob, handleJob, type JobHandler } from '../../platform/jobs/rules.ts'
import { deleteOldTokens, endExpiredTokens } from './service.ts'

const prune = defineRecurringJob({ name: 'agentTokens.prune', cron: '27 * * * *' })

/** Creates the jobs of agent tokens. */
export function createAgentTokenJobs(app: App): JobHandler[] {
  return [handleJob(prune, () => deleteOldTokens(app))]
}

/** Tokens that expired while no node ran end right after a start. */
export function createAgentTokenRounds(app: App): Round[] {
  return [{ name: 'agentTokens.endExpired', afterMs: 1_000, everyMs: 5_000, run: () => endExpiredTokens(app) }]
}

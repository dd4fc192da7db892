import type { App } from '../../platform/app.ts'
import type { Round } from '../../platform/jobs/rounds.ts'
import { defineRecurringJob, handleJob, type JobHandler } from '../../platform/jobs/rules.ts'
import { edgeSilenceMs } from '../agents/rules.ts'
import { balanceEdges } from './balance.ts'
import { checkEdgeSilence, deleteForgottenEdges } from './service.ts'

const prune = defineRecurringJob({ name: 'edges.prune', cron: '25 * * * *' })
const balance = defineRecurringJob({ name: 'edges.balance', cron: '* * * * *', attemptsMax: 1 })

/** Creates the jobs of edges. */
export function createEdgeJobs(app: App): JobHandler[] {
  return [handleJob(prune, () => deleteForgottenEdges(app)), handleJob(balance, () => balanceEdges(app))]
}

/** Edges cannot report while no node runs, so they first get time to do so after a start. */
export function createEdgeRounds(app: App): Round[] {
  return [{ name: 'edges.checkSilence', afterMs: edgeSilenceMs, everyMs: 2_000, run: () => checkEdgeSilence(app) }]
}

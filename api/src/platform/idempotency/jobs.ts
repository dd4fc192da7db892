import { addMs } from '../../ground/clock.ts'
import type { App } from '../app.ts'
import { defineRecurringJob, handleJob, type JobHandler } from '../jobs/rules.ts'
import { deleteKeysUntil } from './repository.ts'
import { retentionMs } from './rules.ts'

const prune = defineRecurringJob({ name: 'idempotency-keys.prune', cron: '50 * * * *' })

const batchRows = 1_000

/** Creates the recurring job that deletes keys that no longer count. */
export function createIdempotencyPruning({ db, clock }: Pick<App, 'db' | 'clock'>): JobHandler {
  return handleJob(prune, async () => {
    const until = addMs(clock.now(), -retentionMs)
    let deleted = batchRows
    while (deleted === batchRows) deleted = await deleteKeysUntil(db, until, batchRows)
  })
}

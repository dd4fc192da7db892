import { randomUUIDv7 } from 'node:crypto'
import type { Db, Trx } from '../db/db.ts'
import * as repository from './repository.ts'
import { encodePayload, type JobKind } from './rules.ts'

/**
 * When a job is due: by the clock's time, at once or at an instant computed from it, which is corrected if that clock was ahead; or at an instant that somebody
 * named.
 */
export type JobTime = { now: Date; runAt?: Date } | { now?: undefined; runAt: Date }

/** Work to be done after the change that it belongs to. */
export type JobRequest<Payload> = JobTime & {
  kind: JobKind<Payload>
  payload: Payload
  /** While a job of this kind waits with the same key, it takes this payload and no second one is added. */
  key?: string
}

/** A job that was given up. */
export interface FailedJob {
  id: string
  kind: string
  key: string | null
  attempts: number
  failedAt: Date
  /** The error of the last attempt. */
  lastError: string
}

/** Enqueues a job as part of a change: it exists exactly if the change is committed. */
export async function enqueue<Payload>(trx: Trx, job: JobRequest<Payload>): Promise<void> {
  await repository.upsertJob(trx, { ...toRow(job), key: job.key ?? null })
}

/** Enqueues many jobs as part of a change, as `enqueue` does. */
export async function enqueueAll<Payload>(trx: Trx, jobs: readonly (JobRequest<Payload> & { key?: never })[]) {
  await repository.insertJobs(
    trx,
    jobs.map((job) => ({ ...toRow(job), key: null })),
  )
}

function toRow<Payload>(job: JobRequest<Payload>) {
  const { kind, payload } = job
  return {
    id: randomUUIDv7(),
    kind: kind.name,
    payload: encodePayload(kind, payload),
    runAt: job.now === undefined ? job.runAt : (job.runAt ?? job.now),
    datedAt: job.now ?? null,
  }
}

/** Returns the jobs that were given up, newest first. They are kept for 30 days. */
export async function listFailedJobs(db: Db, limit = 100): Promise<FailedJob[]> {
  const rows = await repository.listFailedJobs(db, limit)
  return rows.flatMap((row) =>
    row.failedAt === null ? [] : [{ ...row, failedAt: row.failedAt, lastError: row.lastError ?? '' }],
  )
}

/** Enqueues a job that was given up again, with all its attempts. Returns false when there is no such job. */
export async function retryFailedJob(trx: Trx, id: string, now: Date): Promise<boolean> {
  const job = await repository.takeFailedJob(trx, id)
  if (!job) return false
  const payload = JSON.stringify(job.payload)
  await repository.restoreJob(trx, {
    id: randomUUIDv7(),
    kind: job.kind,
    key: job.key,
    payload,
    runAt: now,
    datedAt: now,
  })
  return true
}

import type { ColumnType, Generated } from 'kysely'

/** A job that waits, runs, or was given up. A job that is done has no row. */
export interface JobTable {
  id: string
  kind: string
  /** At most one job of a kind with the same key waits for its first attempt. */
  key: string | null
  payload: ColumnType<unknown, string, string>
  /** When a node may take it. Taking it moves this to the end of the lease. */
  runAt: Date
  /** The clock's time when `runAt` was computed from it; null if `runAt` is an instant that somebody named. */
  datedAt: Date | null
  /** How often it was taken. Distinguishes a node that lost its lease from the one that holds it. */
  attempts: Generated<number>
  /** When the last attempt failed for good. */
  failedAt: Date | null
  /** The error of the last failed attempt, cut off at 1,000 characters. */
  lastError: string | null
}

/** When each recurring job is enqueued next: one row for all nodes. */
export interface JobScheduleTable {
  kind: string
  /** The pattern that `nextRunAt` was computed from; when the code has another one, it is computed again. */
  cron: string
  nextRunAt: Date
}

declare module '../db/tables.ts' {
  interface Tables {
    jobs: JobTable
    jobSchedules: JobScheduleTable
  }
}

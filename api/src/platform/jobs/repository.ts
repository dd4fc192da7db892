import { sql, type Insertable } from 'kysely'
import type { Db, Trx } from '../db/db.ts'
import { cutRows } from '../db/rows.ts'
import type { JobScheduleTable, JobTable } from './table.ts'

/** A job that this node may work on until its lease ends. */
export interface ClaimedJob {
  id: string
  kind: string
  key: string | null
  payload: unknown
  /** This attempt's number. */
  attempts: number
}

/**
 * Adds a job, or updates the one that waits with the same key: the later payload and the earlier time win. The update
 * also locks that row, so that no node can start it before the caller's change is committed and then miss the change.
 */
export async function upsertJob(trx: Trx, job: Insertable<JobTable>): Promise<void> {
  await addJob(trx, job, 'excluded.payload')
}

/** Adds jobs without a key, which none that waits can have. */
export async function insertJobs(trx: Trx, jobs: readonly (Insertable<JobTable> & { key: null })[]): Promise<void> {
  for (const part of cutRows(jobs)) await trx.insertInto('jobs').values(part).execute()
}

/** Adds a job that was given up, or makes the newer one that waits with the same key due by then: its payload is the later one. */
export async function restoreJob(trx: Trx, job: Insertable<JobTable>): Promise<void> {
  await addJob(trx, job, 'jobs.payload')
}

/** Adds a job, or gives the one that waits with the same key the earlier time of both, and one of the two payloads. */
async function addJob(
  trx: Trx,
  job: Insertable<JobTable>,
  payload: 'excluded.payload' | 'jobs.payload',
): Promise<void> {
  await trx
    .insertInto('jobs')
    .values(job)
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'key'])
        // A literal, so that PostgreSQL recognizes the index's own condition.
        .where('attempts', '=', sql.lit(0))
        .doUpdateSet((eb) => ({
          payload: eb.ref(payload),
          runAt: eb.fn<Date>('least', ['jobs.runAt', 'excluded.runAt']),
          datedAt: eb.fn<Date | null>('greatest', ['jobs.datedAt', 'excluded.datedAt']),
        })),
    )
    .execute()
}

/** Takes jobs that are due, those that have waited longest first. Several nodes at once take different ones. */
export async function claimJobs(
  db: Db,
  { kinds, limit, now, leaseEndsAt }: { kinds: readonly string[]; limit: number; now: Date; leaseEndsAt: Date },
): Promise<ClaimedJob[]> {
  return await db
    .with('due', (cte) =>
      cte
        .selectFrom('jobs')
        .select('id')
        .where('failedAt', 'is', null)
        .where('runAt', '<=', now)
        // During an upgrade an older node leaves kinds that it does not know to the newer ones.
        .where('kind', 'in', kinds)
        .orderBy('runAt')
        .orderBy('id')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('jobs')
    .from('due')
    .whereRef('jobs.id', '=', 'due.id')
    .set((eb) => ({ runAt: leaseEndsAt, datedAt: now, attempts: eb('jobs.attempts', '+', 1) }))
    .returning(['jobs.id', 'jobs.kind', 'jobs.key', 'jobs.payload', 'jobs.attempts'])
    .execute()
}

/** Moves back the times that a clock was more than this far ahead for, by as much as it was ahead. Leaves jobs that others are changing. */
export async function redateJobs(db: Db, { now, after }: { now: Date; after: Date }): Promise<void> {
  await db
    .with('ahead', (cte) =>
      cte
        .selectFrom('jobs')
        .select('id')
        .where('failedAt', 'is', null)
        .where('datedAt', '>', after)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('jobs')
    .from('ahead')
    .whereRef('jobs.id', '=', 'ahead.id')
    .set({ runAt: sql`jobs.run_at - (jobs.dated_at - ${now}::timestamptz)`, datedAt: now })
    .execute()
}

/** Removes a job that is done. Does nothing when another node took it meanwhile. */
export async function deleteJob(db: Db, { id, attempts }: ClaimedJob): Promise<void> {
  await db.deleteFrom('jobs').where('id', '=', id).where('attempts', '=', attempts).execute()
}

/**
 * Lets a job wait for its next attempt, or removes it when a newer one with its key waits anyway. Does nothing when
 * another node took it meanwhile. An attempt that this node stopped does not count, except the first: a job without attempts
 * would be a second one that waits with its key.
 */
export async function postponeJob(
  db: Db,
  job: ClaimedJob,
  { runAt, now, lastError, stopped }: { runAt: Date; now: Date; lastError: string; stopped: boolean },
): Promise<void> {
  const superseded = await db
    .deleteFrom('jobs')
    .where('id', '=', job.id)
    .where('attempts', '=', job.attempts)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('jobs as newer')
          .select('newer.id')
          .where('newer.kind', '=', job.kind)
          .where('newer.key', '=', job.key)
          .where('newer.attempts', '=', 0),
      ),
    )
    .returning('id')
    .execute()
  if (superseded.length > 0) return
  await db
    .updateTable('jobs')
    .set({ runAt, datedAt: now, lastError, attempts: stopped ? Math.max(1, job.attempts - 1) : job.attempts })
    .where('id', '=', job.id)
    .where('attempts', '=', job.attempts)
    .execute()
}

/** Gives a job up. Does nothing when another node took it meanwhile. */
export async function failJob(db: Db, { id, attempts }: ClaimedJob, failedAt: Date, lastError: string): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ failedAt, lastError })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute()
}

/** Returns jobs that were given up, newest first. */
export async function listFailedJobs(db: Db, limit: number) {
  return await db
    .selectFrom('jobs')
    .select(['id', 'kind', 'key', 'attempts', 'failedAt', 'lastError'])
    .where('failedAt', 'is not', null)
    .orderBy('failedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Removes and returns a job that was given up; undefined when there is none. */
export async function takeFailedJob(trx: Trx, id: string) {
  return await trx
    .deleteFrom('jobs')
    .where('id', '=', id)
    .where('failedAt', 'is not', null)
    .returning(['kind', 'key', 'payload'])
    .executeTakeFirst()
}

/** Deletes jobs that were given up before an instant. */
export async function deleteFailedJobs(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('jobs').where('failedAt', '<', before).execute()
}

/** Stores when a recurring job is due next, unless that is known already from the same pattern. */
export async function upsertSchedule(db: Db, schedule: JobScheduleTable): Promise<void> {
  await db
    .insertInto('jobSchedules')
    .values(schedule)
    .onConflict((conflict) =>
      conflict
        .column('kind')
        .doUpdateSet((eb) => ({ cron: eb.ref('excluded.cron'), nextRunAt: eb.ref('excluded.nextRunAt') }))
        .whereRef('jobSchedules.cron', '!=', 'excluded.cron'),
    )
    .execute()
}

/** Locks and returns the recurring jobs, except those that another node has locked. */
export async function lockSchedules(trx: Trx, kinds: readonly string[]): Promise<JobScheduleTable[]> {
  return await trx.selectFrom('jobSchedules').selectAll().where('kind', 'in', kinds).forUpdate().skipLocked().execute()
}

export async function moveSchedule(trx: Trx, kind: string, nextRunAt: Date): Promise<void> {
  await trx.updateTable('jobSchedules').set({ nextRunAt }).where('kind', '=', kind).execute()
}

/** Returns when the first of these recurring jobs is due. */
export async function findEarliestSchedule(db: Db, kinds: readonly string[]): Promise<Date | undefined> {
  const row = await db
    .selectFrom('jobSchedules')
    .select('nextRunAt')
    .where('kind', 'in', kinds)
    .orderBy('nextRunAt')
    .executeTakeFirst()
  return row?.nextRunAt
}

import { randomUUIDv7 } from 'node:crypto'
import type { Clock } from '../../ground/clock.ts'
import type { Database } from '../db/db.ts'
import * as repository from './repository.ts'
import { findNext, type JobHandler, type RecurringPayload } from './rules.ts'

/** Enqueues recurring jobs when they are due. */
export interface Schedules {
  fire(): Promise<void>
}

/** Records the recurring kinds among the handlers in the database, where all nodes share them. */
export async function openSchedules(db: Database, clock: Clock, handlers: readonly JobHandler[]): Promise<Schedules> {
  const patterns = new Map<string, string>()
  for (const { kind } of handlers) if (kind.cron !== undefined) patterns.set(kind.name, kind.cron)
  const kinds = [...patterns.keys()]
  for (const [kind, cron] of patterns) {
    await repository.upsertSchedule(db, { kind, cron, nextRunAt: findNext(cron, clock.now()) })
  }
  // Other nodes only move a schedule later, so the worst that this copy can cause is looking too early.
  let nextCheckAt = await repository.findEarliestSchedule(db, kinds)

  return {
    fire: async () => {
      const now = clock.now()
      if (!nextCheckAt || nextCheckAt > now) return
      await db.transaction().execute(async (trx) => {
        for (const { kind, nextRunAt } of await repository.lockDueSchedules(trx, kinds, now)) {
          const cron = patterns.get(kind)
          if (cron === undefined) continue
          const payload: RecurringPayload = { dueAt: nextRunAt.toISOString() }
          await repository.upsertJob(trx, {
            id: randomUUIDv7(),
            kind,
            key: 'recurring',
            payload: JSON.stringify(payload),
            runAt: now,
          })
          await repository.moveSchedule(trx, kind, findNext(cron, now))
        }
      })
      nextCheckAt = await repository.findEarliestSchedule(db, kinds)
    },
  }
}

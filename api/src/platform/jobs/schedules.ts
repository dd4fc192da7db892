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
  // Other nodes only move a schedule later, so the worst that this copy can cause is looking too early: first of all now.
  let nextCheckAt: Date | undefined = clock.now()
  let seenAt = nextCheckAt

  return {
    fire: async () => {
      const now = clock.now()
      const wasSetBack = now < seenAt
      seenAt = now
      if (!wasSetBack && (!nextCheckAt || nextCheckAt > now)) return
      await db.transaction().execute(async (trx) => {
        for (const { kind, nextRunAt } of await repository.lockSchedules(trx, kinds)) {
          const cron = patterns.get(kind)
          if (cron === undefined) continue
          const isDue = nextRunAt <= now
          const next = findNext(cron, now)
          // The clock that it was computed by was ahead. The clocks of nodes may differ by as much as one instant of the pattern.
          const isUnreal = nextRunAt > findNext(cron, next)
          if (!isDue && !isUnreal) continue
          if (isDue) {
            const payload: RecurringPayload = { dueAt: nextRunAt.toISOString() }
            await repository.upsertJob(trx, {
              id: randomUUIDv7(),
              kind,
              key: 'recurring',
              payload: JSON.stringify(payload),
              runAt: now,
              datedAt: now,
            })
          }
          await repository.moveSchedule(trx, kind, next)
        }
      })
      nextCheckAt = await repository.findEarliestSchedule(db, kinds)
    },
  }
}

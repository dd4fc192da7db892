import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import pino from 'pino'
import { z } from 'zod'
import { testDatabases } from '../../testing/databases.ts'
import { createStillClock, type StillClock } from '../../testing/still-clock.ts'
import type { Database, OpenDatabase } from '../db/db.ts'
import { fragile } from './dying-node.ts'
import { defineJob, defineRecurringJob, GiveUp, handleJob, type JobHandler, type JobKind } from './rules.ts'
import { startJobRunner, type JobRunner, type JobRunnerOptions } from './runner.ts'
import { enqueue, listFailedJobs, retryFailedJob } from './service.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

const note = defineJob({ name: 'test.note', payload: z.object({ n: z.int() }), attemptsMax: 3 })

/** A handler that records its payloads. */
const collect = (seen: number[]): JobHandler => handleJob(note, async ({ n }) => void seen.push(n))

describe.each(testDatabases)('jobs on $name', (database) => {
  let open: OpenDatabase
  let db: Database
  let clock: StillClock
  let runners: JobRunner[]

  beforeAll(async () => {
    open = await database.open()
    db = open.db
  }, 180_000)

  afterAll(async () => {
    await open.close()
  })

  beforeEach(async () => {
    clock = createStillClock()
    runners = []
    await db.deleteFrom('jobs').execute()
    await db.deleteFrom('jobSchedules').execute()
  })

  afterEach(async () => {
    await Promise.all(runners.map((runner) => runner.close({ graceMs: 0 })))
  })

  const startRunner = async (handlers: JobHandler[], options: Partial<JobRunnerOptions> = {}): Promise<JobRunner> => {
    // No polling: each test runs the jobs itself.
    const runner = await startJobRunner({
      db,
      clock,
      log: pino({ enabled: false }),
      handlers,
      pollMs: hourMs,
      ...options,
    })
    runners.push(runner)
    return runner
  }

  const add = async <Payload>(kind: JobKind<Payload>, payload: Payload, more: { key?: string; runAt?: Date } = {}) => {
    await db.transaction().execute((trx) => enqueue(trx, { kind, payload, now: clock.now(), ...more }))
  }

  const countJobs = async (): Promise<number> => (await db.selectFrom('jobs').select('id').execute()).length

  describe('enqueueing', () => {
    it('adds a job that runs once and is then deleted', async () => {
      const seen: number[] = []
      const runner = await startRunner([collect(seen)])
      await add(note, { n: 1 })
      await runner.runDue()
      await runner.runDue()
      expect(seen).toEqual([1])
      expect(await countJobs()).toBe(0)
    })

    it('adds nothing if the transaction is rolled back', async () => {
      await expect(
        db.transaction().execute(async (trx) => {
          await enqueue(trx, { kind: note, payload: { n: 1 }, now: clock.now() })
          throw new Error('The change failed')
        }),
      ).rejects.toThrow('The change failed')
      expect(await countJobs()).toBe(0)
    })

    it('delays a job until it is due', async () => {
      const seen: number[] = []
      const runner = await startRunner([collect(seen)])
      await add(note, { n: 1 }, { runAt: new Date(clock.now().getTime() + hourMs) })
      await runner.runDue()
      expect(seen).toEqual([])
      clock.advance(hourMs)
      await runner.runDue()
      expect(seen).toEqual([1])
    })

    it('refuses a payload that does not fit its kind', async () => {
      await expect(add(note, { n: 1.5 })).rejects.toThrow(z.ZodError)
    })
  })

  describe('a key', () => {
    it('merges waiting jobs: the latest payload and the earliest time win', async () => {
      const seen: number[] = []
      const runner = await startRunner([collect(seen)])
      const later = new Date(clock.now().getTime() + hourMs)
      await add(note, { n: 1 }, { key: 'a' })
      await add(note, { n: 2 }, { key: 'a', runAt: later })
      await add(note, { n: 3 }, { key: 'b', runAt: later })
      await runner.runDue()
      expect(seen).toEqual([2])
    })

    it('does not merge into a running job: a change made meanwhile gets a run of its own', async () => {
      const seen: number[] = []
      const handler = handleJob(note, async ({ n }) => {
        seen.push(n)
        if (n === 1) await add(note, { n: 2 }, { key: 'a' })
      })
      const runner = await startRunner([handler])
      await add(note, { n: 1 }, { key: 'a' })
      await runner.runDue()
      expect(seen).toEqual([1, 2])
    })

    it('drops a failed attempt when a newer job with the same key waits', async () => {
      const handler = handleJob(note, async ({ n }) => {
        if (n !== 1) return
        await add(note, { n: 2 }, { key: 'a', runAt: new Date(clock.now().getTime() + hourMs) })
        throw new Error('The name server is away')
      })
      const runner = await startRunner([handler])
      await add(note, { n: 1 }, { key: 'a' })
      await runner.runDue()
      expect(await db.selectFrom('jobs').select('payload').execute()).toEqual([{ payload: { n: 2 } }])
    })

    // PGlite has one connection: an open transaction blocks everything else.
    if (database.name === 'PostgreSQL') {
      it('delays a waiting job while a transaction that merges into it is open, but no other job', async () => {
        const seen: number[] = []
        const runner = await startRunner([collect(seen)])
        await add(note, { n: 1 }, { key: 'a' })
        await add(note, { n: 2 }, { key: 'b' })
        await db.transaction().execute(async (trx) => {
          await enqueue(trx, { kind: note, payload: { n: 3 }, now: clock.now(), key: 'a' })
          await runner.runDue()
          expect(seen).toEqual([2])
        })
        await runner.runDue()
        expect(seen).toEqual([2, 3])
      })
    }

    it('is separate for each kind', async () => {
      await add(note, { n: 1 }, { key: 'a' })
      await add(fragile, { n: 1 }, { key: 'a' })
      expect(await countJobs()).toBe(2)
    })
  })

  describe('a job that fails', () => {
    it('is retried with growing delays, then given up with its reason', async () => {
      const attempts: number[] = []
      const handler = handleJob(note, async (_, { attempt }) => {
        attempts.push(attempt)
        throw new Error('The mail server said no')
      })
      const runner = await startRunner([handler])
      await add(note, { n: 1 })
      await runner.runDue()
      expect(attempts).toEqual([1])
      clock.advance(10_000)
      await runner.runDue()
      expect(attempts).toEqual([1, 2])
      clock.advance(9_000)
      await runner.runDue()
      expect(attempts).toEqual([1, 2])
      clock.advance(11_000)
      await runner.runDue()
      clock.advance(24 * hourMs)
      await runner.runDue()
      expect(attempts).toEqual([1, 2, 3])
      expect(await listFailedJobs(db)).toMatchObject([
        { kind: 'test.note', attempts: 3, lastError: 'The mail server said no' },
      ])
    })

    it('is given up immediately if its handler throws GiveUp', async () => {
      const handler = handleJob(note, () => Promise.reject(new GiveUp('No such mailbox')))
      const runner = await startRunner([handler])
      await add(note, { n: 1 })
      await runner.runDue()
      expect(await listFailedJobs(db)).toMatchObject([{ attempts: 1, lastError: 'No such mailbox' }])
    })

    it('is given up if its stored payload no longer fits its kind', async () => {
      await add(defineJob({ name: note.name, payload: z.object({ old: z.string() }) }), { old: 'x' })
      const seen: number[] = []
      const runner = await startRunner([collect(seen)])
      await runner.runDue()
      expect(seen).toEqual([])
      const [failed] = await listFailedJobs(db)
      expect(failed?.lastError).toMatch('The payload does not fit "test.note" any more')
    })

    it('can be restarted once after it was given up, with all its attempts', async () => {
      const seen: number[] = []
      const attempts: number[] = []
      let faults = 5
      const handler = handleJob(note, async ({ n }, { attempt }) => {
        attempts.push(attempt)
        faults -= 1
        if (faults >= 0) throw new Error('Broken')
        seen.push(n)
      })
      const runner = await startRunner([handler])
      const runAttempts = async () => {
        for (let attempt = 1; attempt <= note.attemptsMax; attempt += 1) {
          await runner.runDue()
          clock.advance(hourMs)
        }
      }
      await add(note, { n: 1 }, { key: 'a' })
      await runAttempts()
      const [failed] = await listFailedJobs(db)
      expect(await db.transaction().execute((trx) => retryFailedJob(trx, failed!.id, clock.now()))).toBe(true)
      expect(await db.transaction().execute((trx) => retryFailedJob(trx, failed!.id, clock.now()))).toBe(false)
      await runAttempts()
      expect(attempts).toEqual([1, 2, 3, 1, 2, 3])
      expect(seen).toEqual([1])
    })

    it('that is restarted leaves the payload of a newer one with its key', async () => {
      const seen: number[] = []
      let broken = true
      const handler = handleJob(note, async ({ n }) => {
        if (broken) throw new GiveUp('Broken')
        seen.push(n)
      })
      const runner = await startRunner([handler])
      await add(note, { n: 1 }, { key: 'a' })
      await runner.runDue()
      await add(note, { n: 2 }, { key: 'a', runAt: new Date(clock.now().getTime() + hourMs) })
      const [failed] = await listFailedJobs(db)
      expect(await db.transaction().execute((trx) => retryFailedJob(trx, failed!.id, clock.now()))).toBe(true)
      broken = false
      await runner.runDue()
      expect(seen).toEqual([2])
    })

    it('is deleted 30 days after it was given up', async () => {
      const runner = await startRunner([handleJob(note, () => Promise.reject(new GiveUp('Broken')))])
      await add(note, { n: 1 })
      await runner.runDue()
      clock.advance(29 * 24 * hourMs)
      await runner.runDue()
      expect(await listFailedJobs(db)).toHaveLength(1)
      clock.advance(2 * 24 * hourMs)
      await runner.runDue()
      expect(await listFailedJobs(db)).toHaveLength(0)
    })

    it('does not hold up the others', async () => {
      const seen: number[] = []
      const handler = handleJob(note, async ({ n }) => {
        if (n % 2 === 0) throw new Error('Even')
        seen.push(n)
      })
      const runner = await startRunner([handler], { concurrency: 2 })
      for (const n of [1, 2, 3, 4, 5, 6, 7]) await add(note, { n })
      await runner.runDue()
      expect(seen.toSorted((a, b) => a - b)).toEqual([1, 3, 5, 7])
    })
  })

  it('runs other jobs while a kind has filled its own slots, and starts no more of that kind', async () => {
    const slow = defineJob({ name: 'test.slow', payload: z.object({ n: z.int() }), ownSlots: 2 })
    const started: number[] = []
    const [taken, go, noted] = [1, 2, 3].map(() => Promise.withResolvers<void>())
    const waits = handleJob(slow, async ({ n }) => {
      started.push(n)
      if (started.length === 2) taken?.resolve()
      await go?.promise
    })
    const notes = handleJob(note, async () => noted?.resolve())
    const runner = await startRunner([waits, notes], { concurrency: 1 })
    for (const n of [1, 2, 3]) await add(slow, { n })
    runner.wake()
    await taken?.promise
    await add(note, { n: 4 })
    runner.wake()
    await noted?.promise
    expect(started).toHaveLength(2)
    go?.resolve()
    await runner.runDue()
    expect(started).toHaveLength(3)
  })

  describe('a job that takes too long', () => {
    it('is aborted and retried, even if it ignores the signal', async () => {
      const signals: AbortSignal[] = []
      const handler = handleJob(note, async (_, { signal }) => {
        signals.push(signal)
        if (signals.length === 1) await new Promise(() => undefined)
      })
      const runner = await startRunner([handler], { timeoutMs: 50 })
      await add(note, { n: 1 })
      await runner.runDue()
      expect(signals.map(({ aborted }) => aborted)).toEqual([true])
      clock.advance(minuteMs)
      await runner.runDue()
      expect(signals).toHaveLength(2)
      expect(await countJobs()).toBe(0)
    })
  })

  describe('several nodes', () => {
    it('share the work: each job runs once', async () => {
      const seen: number[] = []
      const handler = handleJob(note, async ({ n }, { signal }) => {
        await db.selectFrom('jobs').select('id').execute()
        signal.throwIfAborted()
        seen.push(n)
      })
      const nodes = await Promise.all([1, 2, 3].map(() => startRunner([handler])))
      const all = Array.from({ length: 60 }, (_, n) => n)
      await Promise.all(all.map((n) => add(note, { n })))
      await Promise.all(nodes.map((node) => node.runDue()))
      expect(seen.toSorted((a, b) => a - b)).toEqual(all)
    })

    it('take over when a lease expires, and the late node cannot undo the work of the other', async () => {
      const late = { taken: Promise.withResolvers<void>(), go: Promise.withResolvers<void>() }
      const next = { taken: Promise.withResolvers<void>(), go: Promise.withResolvers<void>() }
      const lateNode = await startRunner([
        handleJob(note, async () => {
          late.taken.resolve()
          await late.go.promise
          throw new Error('Late')
        }),
      ])
      await add(note, { n: 1 })
      lateNode.wake()
      await late.taken.promise
      clock.advance(2 * minuteMs)
      const nextNode = await startRunner([
        handleJob(note, async () => {
          next.taken.resolve()
          await next.go.promise
        }),
      ])
      await next.taken.promise
      late.go.resolve()
      await lateNode.runDue()
      const rows = await db.selectFrom('jobs').select(['attempts', 'lastError']).execute()
      expect(rows).toEqual([{ attempts: 2, lastError: null }])
      next.go.resolve()
      await nextNode.runDue()
      expect(await countJobs()).toBe(0)
    })

    it('leave unknown kinds to other nodes', async () => {
      const seen: number[] = []
      const older = await startRunner([])
      await add(note, { n: 1 })
      await older.runDue()
      await (await startRunner([collect(seen)])).runDue()
      expect(seen).toEqual([1])
    })
  })

  describe('recurring jobs', () => {
    const nightly = defineRecurringJob({ name: 'test.nightly', cron: '0 3 * * *' })
    const closing = defineRecurringJob({ name: 'test.nightly', cron: '0 0 1 * *' })

    it('run once for each instant, however many nodes there are', async () => {
      const seen: string[] = []
      const handler = handleJob(nightly, async ({ dueAt }) => void seen.push(dueAt))
      const nodes = await Promise.all([1, 2, 3].map(() => startRunner([handler])))
      await Promise.all(nodes.map((node) => node.runDue()))
      expect(seen).toEqual([])
      clock.advance(15 * hourMs)
      await Promise.all(nodes.map((node) => node.runDue()))
      clock.advance(23 * hourMs)
      await Promise.all(nodes.map((node) => node.runDue()))
      expect(seen).toEqual(['2026-03-02T03:00:00.000Z'])
      clock.advance(hourMs)
      await Promise.all(nodes.map((node) => node.runDue()))
      expect(seen).toEqual(['2026-03-02T03:00:00.000Z', '2026-03-03T03:00:00.000Z'])
    })

    it('run once for all instants that passed while no node ran', async () => {
      const seen: string[] = []
      const handler = handleJob(nightly, async ({ dueAt }) => void seen.push(dueAt))
      await (await startRunner([handler])).close()
      clock.advance(5 * 24 * hourMs)
      await (await startRunner([handler])).runDue()
      expect(seen).toEqual(['2026-03-02T03:00:00.000Z'])
    })

    it.each([
      ['of a node that keeps running', false],
      ['of a node that has ended', true],
    ])('go on after the clock %s was a year ahead', async (_whose, isRestarted) => {
      const seen: string[] = []
      const handler = handleJob(nightly, async ({ dueAt }) => void seen.push(dueAt))
      const ahead = await startRunner([handler])
      clock.advance(365 * 24 * hourMs)
      await ahead.runDue()
      clock.advance(-365 * 24 * hourMs)
      if (isRestarted) await ahead.close()
      const runner = isRestarted ? await startRunner([handler]) : ahead
      seen.length = 0
      await runner.runDue()
      clock.advance(15 * hourMs)
      await runner.runDue()
      expect(seen).toEqual(['2026-03-02T03:00:00.000Z'])
    })

    it('go on although the clock of another node is a year ahead', async () => {
      const seen: string[] = []
      const handler = handleJob(nightly, async ({ dueAt }) => void seen.push(dueAt))
      const runner = await startRunner([handler])
      const ahead = createStillClock(new Date('2027-03-01T12:00:00.000Z'))
      await (await startRunner([handler], { clock: ahead })).runDue()
      clock.advance(24 * hourMs)
      await runner.runDue()
      clock.advance(24 * hourMs)
      await runner.runDue()
      expect(seen).toContain('2026-03-03T03:00:00.000Z')
    })

    it('follow a new pattern when the code changes it', async () => {
      const seen: string[] = []
      await (await startRunner([handleJob(closing, async () => undefined)])).close()
      const runner = await startRunner([handleJob(nightly, async ({ dueAt }) => void seen.push(dueAt))])
      clock.advance(15 * hourMs)
      await runner.runDue()
      expect(seen).toEqual(['2026-03-02T03:00:00.000Z'])
    })
  })

  describe.each([
    ['of a node that keeps running', false],
    ['of a node that has ended', true],
  ])('after the clock %s was a year ahead', (_whose, isRestarted) => {
    const yearMs = 365 * 24 * hourMs
    /** Does something with a clock that is ahead, and returns a runner after it was set back. */
    const afterYearAhead = async (handlers: JobHandler[], work: (ahead: JobRunner) => Promise<unknown>) => {
      const ahead = await startRunner(handlers)
      clock.advance(yearMs)
      await ahead.runDue()
      await work(ahead)
      clock.advance(-yearMs)
      if (!isRestarted) return ahead
      await ahead.close({ graceMs: 0 })
      return await startRunner(handlers)
    }

    it('a job that was due at once runs at once, and one that was to wait waits as long', async () => {
      const seen: number[] = []
      const runner = await afterYearAhead([collect(seen)], async () => {
        await add(note, { n: 1 })
        await add(note, { n: 2 }, { runAt: new Date(clock.now().getTime() + hourMs) })
      })
      await runner.runDue()
      expect(seen).toEqual([1])
      clock.advance(hourMs)
      await runner.runDue()
      expect(seen).toEqual([1, 2])
    })

    it('a job that waits for its next attempt is tried again within its delay', async () => {
      let attempts = 0
      const failing = handleJob(note, async () => {
        attempts += 1
        throw new Error('not yet')
      })
      const runner = await afterYearAhead([failing], async (ahead) => {
        await add(note, { n: 1 })
        await ahead.runDue()
      })
      await runner.runDue()
      expect(attempts).toBe(1)
      clock.advance(10_000)
      await runner.runDue()
      expect(attempts).toBe(2)
    })

    it('a job at an instant that somebody named still waits for it', async () => {
      const seen: number[] = []
      const runAt = new Date(clock.now().getTime() + yearMs + hourMs)
      const runner = await afterYearAhead([collect(seen)], async () => {
        await db.transaction().execute((trx) => enqueue(trx, { kind: note, payload: { n: 1 }, runAt }))
      })
      await runner.runDue()
      expect(seen).toEqual([])
      clock.advance(yearMs + hourMs)
      await runner.runDue()
      expect(seen).toEqual([1])
    })
  })

  describe('stopping', () => {
    it('takes no more jobs and waits for running ones', async () => {
      const taken = Promise.withResolvers<void>()
      const go = Promise.withResolvers<void>()
      const seen: number[] = []
      const runner = await startRunner(
        [
          handleJob(note, async ({ n }) => {
            taken.resolve()
            await go.promise
            seen.push(n)
          }),
        ],
        { concurrency: 1 },
      )
      await add(note, { n: 1 })
      runner.wake()
      await taken.promise
      await add(note, { n: 2 })
      const closed = runner.close()
      go.resolve()
      await closed
      expect(seen).toEqual([1])
      expect(await countJobs()).toBe(1)
    })

    it('returns jobs that do not end in time, so that the next node gets them immediately', async () => {
      const taken = Promise.withResolvers<void>()
      const seen: number[] = []
      const hanging = handleJob(note, () => {
        taken.resolve()
        return new Promise(() => undefined)
      })
      const runner = await startRunner([hanging])
      await add(note, { n: 1 })
      runner.wake()
      await taken.promise
      await runner.close({ graceMs: 10 })
      await (await startRunner([collect(seen)])).runDue()
      expect(seen).toEqual([1])
    })

    it('gives no job up because it stopped it', async () => {
      const seen: number[] = []
      await add(note, { n: 1 }, { key: 'a' })
      for (let stop = 0; stop < note.attemptsMax + 1; stop += 1) {
        const taken = Promise.withResolvers<void>()
        const hanging = handleJob(note, () => {
          taken.resolve()
          return new Promise(() => undefined)
        })
        const runner = await startRunner([hanging])
        runner.wake()
        await taken.promise
        await runner.close({ graceMs: 10 })
      }
      await (await startRunner([collect(seen)])).runDue()
      expect(seen).toEqual([1])
      expect(await listFailedJobs(db)).toEqual([])
    })

    it('can be repeated', async () => {
      const runner = await startRunner([])
      await runner.close()
      await runner.close()
      await runner.runDue()
    })
  })

  it('refuses two handlers for one kind', async () => {
    await expect(startRunner([collect([]), collect([])])).rejects.toThrow(
      'Two handlers for jobs of the kind "test.note".',
    )
  })

  it('gives up a job whose every attempt killed the process', async () => {
    await add(fragile, { n: 1 })
    await db.updateTable('jobs').set({ attempts: 2 }).execute()
    const runner = await startRunner([handleJob(fragile, async () => undefined)])
    await runner.runDue()
    expect(await listFailedJobs(db)).toMatchObject([
      { lastError: 'Its last attempt never ended: the process died or was cut off.' },
    ])
  })
})

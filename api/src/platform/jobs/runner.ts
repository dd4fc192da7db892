import type { Logger } from 'pino'
import { addMs, type Clock, minuteMs } from '../../ground/clock.ts'
import type { Database } from '../db/db.ts'
import * as repository from './repository.ts'
import type { ClaimedJob } from './repository.ts'
import { startRounds, type Round } from './rounds.ts'
import { computeRetryDelayMs, defineRecurringJob, describeFault, GiveUp, handleJob, type JobHandler } from './rules.ts'
import { openSchedules } from './schedules.ts'

export interface JobRunnerOptions {
  db: Database
  clock: Clock
  log: Logger
  /** The handlers of this node; jobs of other kinds are left to other nodes. */
  handlers: readonly JobHandler[]
  /** The rounds of this node; none when left out. */
  rounds?: readonly Round[]
  /** How many jobs run at the same time on this node, besides kinds with their own slots; 5 when left out. */
  concurrency?: number
  /** How often to look for work, in milliseconds; 1,000 when left out. */
  pollMs?: number
  /** How long one attempt may take, in milliseconds; 60,000 when left out. Larger work is several jobs. */
  timeoutMs?: number
}

/** Works on jobs until it is closed. */
export interface JobRunner {
  /** Looks for work now rather than at the next poll. */
  wake(): void
  /** Works until nothing is due. Rejects when the database cannot be reached. */
  runDue(): Promise<void>
  /** Takes no more work: that is left to other nodes. */
  stopClaiming(): void
  /** Takes no more work and waits for running jobs; those that still run after `graceMs` (10,000) are left for another attempt. */
  close(options?: { graceMs?: number }): Promise<void>
}

/** By how much a clock that dated a job may be ahead: nodes whose clocks differ by less leave each other's jobs as they are. */
const aheadMsMax = 15_000

/** How much longer a lease is than an attempt may take: room for nodes whose clocks differ, and for the last statement. */
const leaseMarginMs = 15_000

/** How long jobs that were given up are kept. */
const failedRetentionMs = 30 * 24 * 3_600_000

const pruneJobs = defineRecurringJob({ name: 'jobs.prune', cron: '40 3 * * *' })

/** Starts working on jobs, and resolves once it has looked for some. Any number of nodes may do so on one database. */
export async function startJobRunner(options: JobRunnerOptions): Promise<JobRunner> {
  const { db, clock, log, concurrency = 5, pollMs = 1_000, timeoutMs = 60_000 } = options
  const prune = handleJob(pruneJobs, () => repository.deleteFailedJobs(db, addMs(clock.now(), -failedRetentionMs)))
  const handlers = indexHandlers([...options.handlers, prune])
  const stopRounds = startRounds(options.rounds ?? [], log)
  const schedules = await openSchedules(db, clock, [...handlers.values()])

  const lanes = listLanes([...handlers.values()], concurrency)
  const running = new Map<Promise<void>, AbortController>()
  let turn: Promise<void> = Promise.resolve()
  let waiting: Promise<void> | undefined
  let endedCount = 0
  let closed = false
  let unreachable = false

  let seenAt = clock.now()
  let redatedMs = Number.NEGATIVE_INFINITY
  /** Finds what a clock that was ahead has dated: at the start, once this node's clock was set back, and every minute what other nodes left. */
  const redateJobs = async (now: Date): Promise<void> => {
    if (now < seenAt) redatedMs = Number.NEGATIVE_INFINITY
    seenAt = now
    if (performance.now() - redatedMs < minuteMs) return
    await repository.redateJobs(db, { now, after: addMs(now, aheadMsMax) })
    redatedMs = performance.now()
  }

  /** Starts the jobs that are due, up to the free slots. */
  const startDue = async (): Promise<void> => {
    if (closed) return
    await schedules.fire()
    const now = clock.now()
    await redateJobs(now)
    const leaseEndsAt = addMs(now, timeoutMs + leaseMarginMs)
    for (const lane of lanes) {
      const { kinds } = lane
      const limit = lane.slots - lane.taken
      if (limit <= 0) continue
      for (const job of await repository.claimJobs(db, { kinds, limit, now, leaseEndsAt })) start(job, lane)
    }
  }

  /** One claim at a time, or two would count the same slots as free. A claim that waits for its turn serves all callers. */
  const claimDue = (): Promise<void> => {
    if (waiting) return waiting
    waiting = turn.then(() => {
      waiting = undefined
      return startDue()
    })
    turn = waiting.catch(() => undefined)
    return waiting
  }

  const claimNow = async (): Promise<void> => {
    try {
      await claimDue()
      unreachable = false
    } catch (error) {
      // Once for each outage, not once a second.
      if (!unreachable) log.warn({ err: error }, 'Background jobs pause until the database can be reached again.')
      unreachable = true
    }
  }

  const wake = (): void => void claimNow()

  const start = (job: ClaimedJob, lane: Lane): void => {
    const stop = new AbortController()
    lane.taken += 1
    const work = attempt(job, stop.signal)
      .catch((error: unknown) => {
        log.warn(
          { err: error, jobId: job.id, kind: job.kind },
          'The outcome of a job could not be kept: it will run again.',
        )
      })
      .finally(() => {
        running.delete(work)
        lane.taken -= 1
        endedCount += 1
        if (!closed) wake()
      })
    running.set(work, stop)
  }

  const attempt = async (job: ClaimedJob, stopped: AbortSignal): Promise<void> => {
    const handler = handlers.get(job.kind)
    if (!handler) throw new Error(`Took a job of the unknown kind "${job.kind}".`)
    try {
      await runAttempt(handler, job, AbortSignal.any([stopped, AbortSignal.timeout(timeoutMs)]))
    } catch (error) {
      await settleFault(handler, job, error, stopped.aborted)
      return
    }
    await repository.deleteJob(db, job)
  }

  const settleFault = async (handler: JobHandler, job: ClaimedJob, error: unknown, stopped: boolean): Promise<void> => {
    const about = { err: error, jobId: job.id, kind: job.kind, attempt: job.attempts }
    const now = clock.now()
    if (error instanceof GiveUp || (job.attempts >= handler.kind.attemptsMax && !stopped)) {
      log.error(about, 'A background job was given up.')
      await repository.failJob(db, job, now, describeFault(error))
      return
    }
    const retryAt = stopped ? now : addMs(now, computeRetryDelayMs(job.attempts))
    log.warn({ ...about, retryAt }, 'A background job failed and will be tried again.')
    await repository.postponeJob(db, job, { runAt: retryAt, now, lastError: describeFault(error), stopped })
  }

  const poll = setInterval(wake, pollMs)
  poll.unref()
  await claimNow()

  const stopClaiming = (): void => {
    closed = true
    clearInterval(poll)
  }

  return {
    wake,
    stopClaiming,
    runDue: async () => {
      for (;;) {
        const before = endedCount
        await claimDue()
        if (running.size > 0) await Promise.race(running.keys())
        // A job that ended during the claim may have left new ones.
        else if (endedCount === before) return
      }
    },
    close: async ({ graceMs = 10_000 } = {}) => {
      stopClaiming()
      await stopRounds()
      await turn
      const timer = setTimeout(() => {
        for (const stop of running.values()) stop.abort(new Error('The program stops.'))
      }, graceMs)
      await Promise.all(running.keys())
      clearTimeout(timer)
    },
  }
}

/** Settles when the handler does, or when the signal aborts: a handler that does not listen cannot hold up its slot. */
async function runAttempt(handler: JobHandler, job: ClaimedJob, signal: AbortSignal): Promise<void> {
  // An attempt is counted when a job is taken, and a process that dies cannot record that it failed.
  if (job.attempts > handler.kind.attemptsMax) {
    throw new GiveUp('Its last attempt never ended: the process died or was cut off.')
  }
  const aborted = Promise.withResolvers<never>()
  const onAbort = (): void => aborted.reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    const work = handler.run(job.payload, { jobId: job.id, attempt: job.attempts, signal })
    await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** Kinds that share slots. */
interface Lane {
  kinds: string[]
  slots: number
  taken: number
}

/** Returns the common slots, then those of each kind that has its own. */
function listLanes(handlers: readonly JobHandler[], commonSlots: number): Lane[] {
  const inCommon = handlers.filter(({ kind }) => kind.ownSlots === undefined)
  const apart = handlers.flatMap(({ kind: { name, ownSlots } }) =>
    ownSlots === undefined ? [] : [{ kinds: [name], slots: ownSlots, taken: 0 }],
  )
  return [{ kinds: inCommon.map(({ kind }) => kind.name), slots: commonSlots, taken: 0 }, ...apart]
}

function indexHandlers(handlers: readonly JobHandler[]): Map<string, JobHandler> {
  const byName = new Map<string, JobHandler>()
  for (const handler of handlers) {
    if (byName.has(handler.kind.name)) throw new Error(`Two handlers for jobs of the kind "${handler.kind.name}".`)
    byName.set(handler.kind.name, handler)
  }
  return byName
}

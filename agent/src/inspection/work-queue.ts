import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'

type Job = () => void | Promise<void>

/**
 * Jobs that may wait beside an idle thread, and beside a busy one. What is more is refused, so that a busy tunnel is not slowed by what is kept of it. What waits
 * for long is copied by each collection of young objects, and left behind among the old.
 */
const jobsMax = 1_000
const jobsMin = 30
/** How long jobs may run before visitors have the thread again, in milliseconds. */
const sliceMs = 0.5
/** The part of an idle thread's time that jobs may take, and the least that they get of a busy one's. */
const shareMax = 0.2
const shareMin = 0.003
/** The longest rest, in milliseconds: a large body takes one job, and somebody waits to see it. */
const restMsMax = 1_000

/**
 * Runs jobs one after the other beside what visitors ask for: in short slices, with rests between them that are longer the busier the
 * thread is.
 */
export class WorkQueue {
  #jobs: Job[] = []
  /** The first of the jobs that have not begun. */
  #next = 0
  #isRunning = false
  /** Of the monotonic clock; jobs that come one by one add up as well. */
  #restsUntilMs = 0
  #utilization = performance.eventLoopUtilization()
  /** Jobs that may wait now. */
  #room = jobsMax
  readonly #onFault: (error: unknown) => void

  constructor(onFault: (error: unknown) => void) {
    this.#onFault = onFault
  }

  get isFull(): boolean {
    return this.#waiting >= this.#room
  }

  /** Adds a job. Look at `isFull` before what may be left out is added. */
  add(job: Job): void {
    this.#jobs.push(job)
    if (!this.#isRunning) void this.#run()
  }

  get #waiting(): number {
    return this.#jobs.length - this.#next
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    while (this.#waiting > 0) {
      // What the visitor waits for goes first.
      await delay(Math.max(0, this.#restsUntilMs - performance.now()), undefined, { ref: false })
      const share = this.#findShare()
      const begunMs = performance.now()
      let ranMs = 0
      for (; this.#waiting > 0 && ranMs < sliceMs; ranMs = performance.now() - begunMs) await this.#runNext()
      this.#restsUntilMs = performance.now() + Math.min(ranMs / share - ranMs, restMsMax)
    }
    this.#isRunning = false
  }

  /** Returns the part of the thread's time that jobs may take: less, the less of it was idle since the last slice. */
  #findShare(): number {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, this.#utilization)
    this.#utilization = now
    const idle = (1 - utilization) ** 3
    this.#room = Math.max(jobsMin, jobsMax * idle)
    return Math.max(shareMin, shareMax * idle)
  }

  async #runNext(): Promise<void> {
    const job = this.#jobs[this.#next]
    this.#next += 1
    // A list that is never shortened would keep what its jobs hold; one that is shortened for each job would be moved each time.
    if (this.#next === this.#jobs.length || this.#next === jobsMax) {
      this.#jobs = this.#jobs.slice(this.#next)
      this.#next = 0
    }
    try {
      await job?.()
    } catch (error) {
      this.#onFault(error)
    }
  }
}

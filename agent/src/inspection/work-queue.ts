import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'

type Job = () => void | Promise<void>

/**
 * How many jobs may wait while the thread is idle, and while it is busy. Further jobs are refused, so that recording does not slow a busy tunnel. Jobs that wait
 * for long are copied by each collection of young objects, and promoted to the old ones.
 */
const jobsMax = 1_000
const jobsMin = 30
/** How long jobs may run before they yield the thread to visitors, in milliseconds. */
const sliceMs = 0.5
/** The share of an idle thread's time that jobs may take, and the least that they get of a busy one's. */
const shareMax = 0.2
const shareMin = 0.003
/** The longest rest, in milliseconds: a large body takes one job, and a person waits to see it. */
const pauseMsMax = 1_000

/**
 * Runs jobs one after another beside visitors' work: in short slices, with rests between them that grow longer the busier the
 * thread is.
 */
export class WorkQueue {
  #jobs: Job[] = []
  /** The index of the first job that has not begun. */
  #next = 0
  #isRunning = false
  /** On the monotonic clock; jobs that come one by one add up as well. */
  #pausedUntilMs = 0
  #utilization = performance.eventLoopUtilization()
  /** How many jobs may wait now. */
  #capacity = jobsMax
  readonly #onFault: (error: unknown) => void

  constructor(onFault: (error: unknown) => void) {
    this.#onFault = onFault
  }

  get isFull(): boolean {
    return this.#waiting >= this.#capacity
  }

  /** Adds a job. Check `isFull` before adding work that may be omitted. */
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
      // The visitor's work goes first.
      await delay(Math.max(0, this.#pausedUntilMs - performance.now()), undefined, { ref: false })
      const share = this.#findShare()
      const begunMs = performance.now()
      let ranMs = 0
      for (; this.#waiting > 0 && ranMs < sliceMs; ranMs = performance.now() - begunMs) await this.#runNext()
      this.#pausedUntilMs = performance.now() + Math.min(ranMs / share - ranMs, pauseMsMax)
    }
    this.#isRunning = false
  }

  /** Returns the share of the thread's time that jobs may take: the less idle time since the last slice, the smaller it is. */
  #findShare(): number {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, this.#utilization)
    this.#utilization = now
    const idle = (1 - utilization) ** 3
    this.#capacity = Math.max(jobsMin, jobsMax * idle)
    return Math.max(shareMin, shareMax * idle)
  }

  async #runNext(): Promise<void> {
    const job = this.#jobs[this.#next]
    this.#next += 1
    // A list that is never shortened would retain its jobs' data; one that is shortened for each job would be moved each time.
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

import { setTimeout as delay } from 'node:timers/promises'

type Job = () => void | Promise<void>

/** Jobs that may wait. What is more is refused, so that a busy tunnel is not slowed by what is kept of it. */
const jobsMax = 1_000
/** How long jobs may run before visitors have the thread again, in milliseconds. */
const sliceMs = 1
/** How much longer than the jobs ran they then rest. */
const restRatio = 12

/** Runs jobs one after the other beside what visitors ask for. */
export class WorkQueue {
  #jobs: Job[] = []
  #isRunning = false
  readonly #onFault: (error: unknown) => void

  constructor(onFault: (error: unknown) => void) {
    this.#onFault = onFault
  }

  get isFull(): boolean {
    return this.#jobs.length >= jobsMax
  }

  /** Adds a job. Look at `isFull` before what may be left out is added. */
  add(job: Job): void {
    this.#jobs.push(job)
    if (!this.#isRunning) void this.#run()
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    // What the visitor waits for goes first.
    await delay(0, undefined, { ref: false })
    let begunMs = performance.now()
    while (this.#jobs.length > 0) {
      const [job] = this.#jobs.splice(0, 1)
      try {
        await job?.()
      } catch (error) {
        this.#onFault(error)
      }
      const ranMs = performance.now() - begunMs
      if (ranMs < sliceMs) continue
      await delay(ranMs * restRatio, undefined, { ref: false })
      begunMs = performance.now()
    }
    this.#isRunning = false
  }
}

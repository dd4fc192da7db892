import { messageOf } from '@culvert/program'
import type { Logger } from 'pino'

const delaysMs = [1_000, 2_000, 5_000, 10_000]

/** Returns how long to wait after the given number of failures in a row, in milliseconds. */
export function retryDelayMs(failures: number): number {
  return delaysMs[Math.min(failures, delaysMs.length) - 1] ?? 0
}

/** The failures in a row of something that is tried again and again. Each cause is logged once, so that the log names the present one. */
export class Failures {
  readonly #log: Logger
  readonly #message: string
  #count = 0
  #cause: string | undefined

  /** `message` is the text of the log line. */
  constructor(log: Logger, message: string) {
    this.#log = log
    this.#message = message
  }

  get count(): number {
    return this.#count
  }

  add(error: unknown): void {
    this.#count += 1
    const cause = messageOf(error)
    if (cause !== this.#cause) this.#log.warn({ err: error }, this.#message)
    this.#cause = cause
  }

  clear(): void {
    this.#count = 0
    this.#cause = undefined
  }
}

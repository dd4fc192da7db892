import { errorTexts } from '../pages/errors.ts'
import type { ErrorCode } from '../error-code.ts'

/** A request that the local app did not answer, or answered incorrectly. */
export interface AppFailure {
  requestId: string
  /** The code of the error page. */
  code: string
  /** The agent's explanation. */
  detail: string
  at: Date
}

/** The health of the app behind a tunnel, judged by its answers. */
export class AppHealth {
  /** The last failure; it stays after the app answers again. */
  lastFailure: AppFailure | undefined
  /** Whether the app failed to answer the last request. */
  isFailing = false
  /** When it was last known to fail, or was tried since; milliseconds of the monotonic clock. */
  #triedMs = 0

  /** Notes why a request failed, if its app is at fault. */
  noteFailure(requestId: string, code: ErrorCode, detail: string): void {
    if (errorTexts[code].stop?.hop !== 'app') return
    this.lastFailure = { requestId, code, detail, at: new Date() }
    this.isFailing = true
    this.#triedMs = performance.now()
  }

  /** Reports whether a failing app may be tried again, `everyMs` after the last time; if so, it counts as tried now. */
  takeTrial(everyMs: number): boolean {
    const nowMs = performance.now()
    if (nowMs - this.#triedMs < everyMs) return false
    this.#triedMs = nowMs
    return true
  }

  /** Notes a fault of the app in an answer that still reached the visitor. */
  noteProblem(problem: AppFailure): void {
    this.lastFailure = problem
  }

  noteAnswer(): void {
    this.isFailing = false
  }
}

/** A request that the local app did not answer, or answered wrongly. */
export interface AppFailure {
  requestId: string
  /** The code of the error page. */
  code: string
  /** The agent's explanation. */
  detail: string
  at: Date
}

/** The health of the app behind a tunnel, by its answers. */
export class AppHealth {
  /** The last failure; it stays when the app answers again. */
  lastFailure: AppFailure | undefined
  /** Whether the app failed to answer the last request. */
  isFailing = false

  noteFailure(failure: AppFailure): void {
    this.lastFailure = failure
    this.isFailing = true
  }

  /** Notes a fault of the app in an answer that still reached its visitor. */
  noteProblem(problem: AppFailure): void {
    this.lastFailure = problem
  }

  noteAnswer(): void {
    this.isFailing = false
  }
}

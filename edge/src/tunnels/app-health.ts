/** A request that the local app did not answer, or whose answer was at fault. */
export interface AppFailure {
  requestId: string
  /** The code of the error page. */
  code: string
  /** In the words of the agent. */
  detail: string
  at: Date
}

/** How the app behind a tunnel answers. */
export class AppHealth {
  /** The last one, also when the app answers again. */
  lastFailure: AppFailure | undefined
  /** Whether the app failed to answer the last request. */
  isFailing = false

  noteFailure(failure: AppFailure): void {
    this.lastFailure = failure
    this.isFailing = true
  }

  /** A fault of the app that kept no visitor from an answer. */
  noteProblem(problem: AppFailure): void {
    this.lastFailure = problem
  }

  noteAnswer(): void {
    this.isFailing = false
  }
}

/** A request that the local app did not answer. */
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

  noteAnswer(): void {
    this.isFailing = false
  }
}

/** An edge that takes visitors and agents. */
export interface RunningEdge {
  /** Where it answers on this machine. */
  url: string
  port: number
  /** The port of HTTPS; undefined where it is not served. */
  securePort: number | undefined
  /** Where health, readiness and metrics are; undefined where they are not served. */
  operationsPort: number | undefined
  /**
   * Ends it: agents are told to dial elsewhere, visitors get `Connection: close`, exchanges that run have `graceMs`
   * (default: what the configuration says) to finish, and what was counted goes to the API.
   */
  close(options?: { graceMs?: number }): Promise<void>
}

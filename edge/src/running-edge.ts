/** An edge that takes visitors and agents. */
export interface RunningEdge {
  /** Its address on this machine. */
  url: string
  port: number
  /** The port of HTTPS; undefined when it is not served. */
  securePort: number | undefined
  /** The address of health, readiness and metrics; undefined when they are not served. */
  operationsPort: number | undefined
  /**
   * Ends it: agents are told to dial elsewhere, visitors get `Connection: close`, open exchanges have `graceMs`
   * (by default, that of the configuration) to finish, and usage is sent to the API.
   */
  close(options?: { graceMs?: number }): Promise<void>
}

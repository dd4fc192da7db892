/** An edge that accepts visitors and agents. */
export interface RunningEdge {
  /** Its address on this machine. */
  url: string
  port: number
  /** The HTTPS port; undefined if HTTPS is not served. */
  securePort: number | undefined
  /** The address of health, readiness and metrics; undefined if they are not served. */
  operationsPort: number | undefined
  /**
   * Stops it: agents are told to dial elsewhere, visitors get `Connection: close`, open exchanges have `graceMs`
   * (by default the configured value) to finish, and usage is sent to the API.
   */
  close(options?: { graceMs?: number }): Promise<void>
}

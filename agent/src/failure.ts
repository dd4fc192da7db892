/** Exit codes of the `culvert` command; the help text and agent/README.md list them. */
export const exitCodes = {
  /** Ctrl-C or SIGTERM. */
  endedByUser: 0,
  fault: 1,
  usage: 2,
  authIdRefused: 3,
  gatewayRefused: 4,
  serverUnreachable: 5,
  /** Stopped from the dashboard, gateway or AuthID deleted, or replaced by another agent. */
  endedFromServer: 6,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/**
 * Those that another attempt would not change: a service that ends with one is not started again. `gatewayRefused` is not among them: after a power
 * cut, a gateway is in use until the server misses the agent that had it.
 */
export const permanentExitCodes: readonly ExitCode[] = [
  exitCodes.usage,
  exitCodes.authIdRefused,
  exitCodes.endedFromServer,
]

/** Why the command ends by itself: what happened, why, and what to do about it. */
export class Failure extends Error {
  readonly exitCode: ExitCode
  /** The reason, in whole sentences. */
  readonly why: string
  /** What the user can do, in whole sentences; may be empty if `why` says it. */
  readonly wayOut: string

  constructor(exitCode: ExitCode, what: string, { why, wayOut = '' }: { why: string; wayOut?: string }) {
    super(what)
    this.name = 'Failure'
    this.exitCode = exitCode
    this.why = why
    this.wayOut = wayOut
  }
}

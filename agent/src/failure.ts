import { withoutTokens } from '@culvert/program/without-secrets'

/** Exit codes of the `culvert` command; the help text and agent/README.md list them. */
export const exitCodes = {
  /** Ctrl-C or SIGTERM. */
  endedByUser: 0,
  fault: 1,
  usage: 2,
  authIdRefused: 3,
  gatewayRefused: 4,
  serverUnreachable: 5,
  /** Stopped from the dashboard, gateway or token deleted, or replaced by another agent. */
  endedFromServer: 6,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/**
 * Exit codes that another attempt would not change: a service that ends with one is not restarted. `gatewayRefused` is not among them: after a power
 * failure, a gateway stays in use until the server notices that its agent is gone.
 */
export const permanentExitCodes: readonly ExitCode[] = [
  exitCodes.usage,
  exitCodes.authIdRefused,
  exitCodes.endedFromServer,
]

/** Why the command ends on its own: what happened, why, and what to do about it. Its texts repeat no token. */
export class Failure extends Error {
  readonly exitCode: ExitCode
  /** The reason, in complete sentences. */
  readonly why: string
  /** What the user can do, in complete sentences; may be empty if `why` says it. */
  readonly remedy: string

  constructor(exitCode: ExitCode, what: string, { why, remedy = '' }: { why: string; remedy?: string }) {
    super(withoutTokens(what))
    this.name = 'Failure'
    this.exitCode = exitCode
    this.why = withoutTokens(why)
    this.remedy = withoutTokens(remedy)
  }
}

import type { ResetCode } from '@culvert/wire'
import type { ExitCode, Failure } from '../failure.ts'

/** Everything that the command shows its user. With --json each event is a line, with the time in front. */
export type AgentEvent =
  /** The tunnel is open for the first time. */
  | { event: 'started'; agentId: string; publicUrl: string; forwardingTo: string; dashboardUrl: string }
  /** The connection to the edge is open, at first and again after each loss. */
  | { event: 'connected' }
  /** The connection is lost, or could not be opened; another try follows after `delayMs`. */
  | { event: 'reconnecting'; reason: string; delayMs: number }
  /** The app has begun its response; `durationMs` is the time until then. */
  | { event: 'request'; method: string; path: string; status: number; durationMs: number }
  /** The app gave no response, or an incomplete one; the visitor sees an error page or a broken connection. */
  | { event: 'request-failed'; method: string; path: string; code: ResetCode; message: string }
  | { event: 'warning'; message: string }
  /** Ctrl-C was pressed: requests that are open may finish. */
  | { event: 'stopping' }
  | { event: 'stopped' }
  /** The command ends by itself. */
  | { event: 'failed'; exitCode: ExitCode; message: string; why: string; wayOut: string }

/** Where events are shown. */
export interface Output {
  show(event: AgentEvent): void
  /** Resolves when everything has been written. */
  close(): Promise<void>
}

/** The last event of a command that failed. */
export function toFailedEvent({ exitCode, message, why, wayOut }: Failure): AgentEvent {
  return { event: 'failed', exitCode, message, why, wayOut }
}

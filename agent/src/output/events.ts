import type { ExitCode, Failure } from '../failure.ts'
import type { TunnelEvent } from '../tunnel/events.ts'

/** Everything that a command with tunnels shows its user. With --json each event is a line. */
export type AgentEvent =
  | TunnelEvent
  /** A browser on this machine, and other commands, can ask this one. `culvert inspect` opens it. */
  | { event: 'inspector'; url: string }
  /** What the public URL is for, for example how clients are told of it. */
  | { event: 'notes'; lines: readonly string[] }
  /** Ctrl-C was pressed: requests that are open may finish. */
  | { event: 'stopping' }
  /** The command has ended as its user wanted. */
  | { event: 'stopped'; requestCount: number; bytesIn: number; bytesOut: number; durationMs: number }
  /** The command ends by itself. */
  | { event: 'failed'; exitCode: ExitCode; message: string; why: string; wayOut: string }

/** Where events are shown. */
export interface Output {
  /** `tunnel` names the tunnel that it happened to, where a command has several. */
  show(event: AgentEvent, tunnel?: string): void
  /** Resolves when everything has been written. */
  close(): Promise<void>
}

/** The last event of a command that failed. */
export function toFailedEvent({ exitCode, message, why, wayOut }: Failure): AgentEvent {
  return { event: 'failed', exitCode, message, why, wayOut }
}

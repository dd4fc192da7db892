import type { ExitCode, Failure } from '../failure.ts'
import type { TunnelEvent } from '../tunnel/events.ts'

/** Everything that a command with tunnels shows its user. With --json, each event is a line. */
export type AgentEvent =
  | TunnelEvent
  /** A browser on this machine, and other commands, can query this one. `culvert inspect` opens it. */
  | { event: 'inspector'; url: string }
  /** The use of the public URL, for example how to configure clients with it. */
  | { event: 'notes'; lines: readonly string[] }
  /** A tunnel has ended on its own, and the command continues. The tunnel is reopened after `retryMs`; null: it is not. */
  | (FailureTexts & { event: 'tunnel-failed'; retryMs: number | null })
  /** Ctrl-C was pressed: open requests may finish. */
  | { event: 'stopping' }
  /** The command has ended at its user's request. */
  | { event: 'stopped'; requestCount: number; bytesIn: number; bytesOut: number; durationMs: number }
  /** The command ends on its own. */
  | (FailureTexts & { event: 'failed' })

/** What happened, why, and what to do about it. */
export interface FailureTexts {
  exitCode: ExitCode
  message: string
  why: string
  wayOut: string
}

/** A destination for events. */
export interface Output {
  /** `tunnel` names the event's tunnel, if a command has several. */
  show(event: AgentEvent, tunnel?: string): void
  /** Resolves when everything has been written. */
  close(): Promise<void>
}

/** Returns the fields of an event that describe a failure. */
export function toFailureTexts({ exitCode, message, why, remedy: wayOut }: Failure): FailureTexts {
  return { exitCode, message, why, wayOut }
}

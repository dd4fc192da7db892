import type { ExitCode, Failure } from '../failure.ts'
import type { TunnelEvent } from '../tunnel/events.ts'

/** Everything that a command with tunnels shows its user. With --json each event is a line. */
export type AgentEvent =
  | TunnelEvent
  /** A browser on this machine, and other commands, can ask this one. `culvert inspect` opens it. */
  | { event: 'inspector'; url: string }
  /** What the public URL is for, for example how clients are told of it. */
  | { event: 'notes'; lines: readonly string[] }
  /** A tunnel has ended by itself, and the command goes on. The tunnel is opened anew after `retryMs`; null: it is not. */
  | (FailureTexts & { event: 'tunnel-failed'; retryMs: number | null })
  /** Ctrl-C was pressed: requests that are open may finish. */
  | { event: 'stopping' }
  /** The command has ended as its user wanted. */
  | { event: 'stopped'; requestCount: number; bytesIn: number; bytesOut: number; durationMs: number }
  /** The command ends by itself. */
  | (FailureTexts & { event: 'failed' })

/** What happened, why, and what to do about it. */
export interface FailureTexts {
  exitCode: ExitCode
  message: string
  why: string
  wayOut: string
}

/** A place where events are shown. */
export interface Output {
  /** `tunnel` names the tunnel that it happened to, where a command has several. */
  show(event: AgentEvent, tunnel?: string): void
  /** Resolves when everything has been written. */
  close(): Promise<void>
}

/** Returns what events say of a failure. */
export function toFailureTexts({ exitCode, message, why, wayOut }: Failure): FailureTexts {
  return { exitCode, message, why, wayOut }
}

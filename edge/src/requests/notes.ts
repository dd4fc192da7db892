import type { ReachableTunnel } from '../tunnels/reachable.ts'

/** What those who serve a request note for its record, beside what the visitor's side shows by itself. */
export interface RequestNotes {
  /** Called when the tunnel is known whose request it is. */
  noteTunnel(tunnel: ReachableTunnel): void
  /** Called when the API has said that the hostname is a gateway's, which no tunnel serves. */
  noteReserved(): void
  /** Called when the tunnel's agent is asked. */
  noteAsked(): void
  /** Called before the app's final head, or its 101, is sent. */
  noteApp(): void
  /** Called with the reason before an answer, or an upgraded connection, is broken off. */
  noteReason(reason: string): void
  /** Called with what came over the upgraded connection; the chunk is read at once. */
  noteRawIn(chunk: Buffer): void
  /** Called with what is sent over the upgraded connection; the chunk is read at once. */
  noteRawOut(chunk: Buffer): void
  /** Called when the upgraded connection is over. */
  noteRawEnd(): void
  /** Has the request not recorded here: it is not for a tunnel, or another process records it. */
  dismiss(): void
}

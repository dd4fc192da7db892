import type { AddressedConnection } from '../http/connection-handoff.ts'
import type { RunningEdge } from '../running-edge.ts'

/** A message from the primary to a process. `passed` comes with the handle of the connection. */
export type ToProcess =
  | { type: 'stop'; graceMs: number | undefined }
  | { type: 'question'; id: number }
  /** The numbers of the running processes. */
  | { type: 'running'; numbers: number[] }
  | { type: 'passed'; connection: PackedConnection }

/** A message from a process to the primary. `pass` comes with the handle of the connection. */
export type FromProcess =
  | { type: 'started'; started: Started }
  | { type: 'failed'; message: string }
  | { type: 'answer'; id: number; answer: ProcessState }
  | { type: 'pass'; connection: PackedConnection }

/** An `AddressedConnection` in transit, with the address that it came from. */
export interface PackedConnection extends Omit<AddressedConnection, 'received'> {
  address: string
  /** In base64. */
  received: string
}

/** The addresses of a process, which are the same for all. */
export type Started = Pick<RunningEdge, 'url' | 'port' | 'securePort'>

/** The state of a process. */
export interface ProcessState {
  /** The reasons why it is not ready. */
  obstacles: string[]
  /** In the form that `mergeMetrics` takes. */
  metrics: object[]
}

/** The environment variables with which the primary tells a process its position. */
export const positionVariables = {
  number: 'CULVERT_PROCESS_NUMBER',
  count: 'CULVERT_PROCESS_COUNT',
  folder: 'CULVERT_PROCESS_FOLDER',
} as const

import type { RunningEdge } from '../running-edge.ts'

/** What the primary tells a process, or asks it. */
export type ToProcess = { type: 'stop'; graceMs: number | undefined } | { type: 'question'; id: number }

/** What a process tells the primary. */
export type FromProcess =
  | { type: 'started'; started: Started }
  | { type: 'failed'; message: string }
  | { type: 'answer'; id: number; answer: ProcessState }

/** Where a process answers; the same of all. */
export type Started = Pick<RunningEdge, 'url' | 'port' | 'securePort'>

/** How a process is at the moment. */
export interface ProcessState {
  /** What keeps it from being ready. */
  obstacles: string[]
  /** As `mergeMetrics` takes them. */
  metrics: object[]
}

/** The variables by which the primary tells a process its place. */
export const placeVariables = {
  number: 'CULVERT_PROCESS_NUMBER',
  count: 'CULVERT_PROCESS_COUNT',
  folder: 'CULVERT_PROCESS_FOLDER',
} as const

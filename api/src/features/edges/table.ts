import type { ColumnType, Generated } from 'kysely'

type EdgeState = 'serving' | 'draining' | 'stopped'

/** The edges that have reported, by the id that each makes at its start. */
export interface EdgeTable {
  id: string
  lastSeenAt: Date
  /** PEM of the authority that issues its certificates; null when they are publicly trusted. */
  authority: string | null
  /** The name by which its operator knows it. This and the following are null for an edge that has not reported them. */
  name: string | null
  /** Which of the processes of its edge it is, from 0. */
  process: number | null
  /** The origin at which agents dial it and no other; null also if they dial the address of the installation. */
  agentUrl: string | null
  /** The origin at which other edges reach it; null if they do not. */
  siblingUrl: string | null
  region: string | null
  /** Tunnels that it is meant to carry, and carries. */
  capacity: number | null
  tunnelCount: number | null
  version: string | null
  /** How it treats agents that dial it. */
  state: ColumnType<EdgeState, EdgeState | undefined>
  /** Whether the operator wants its agents at other edges. */
  drained: Generated<boolean>
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    edges: EdgeTable
  }
}

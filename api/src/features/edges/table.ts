/** The edges that have reported, by the id that each makes at its start. */
export interface EdgeTable {
  id: string
  lastSeenAt: Date
  /** PEM of the authority that issues its certificates; null when they are publicly trusted. */
  authority: string | null
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    edges: EdgeTable
  }
}

/** The edges that have reported, by the id that each makes at its start. */
export interface EdgeTable {
  id: string
  lastSeenAt: Date
}

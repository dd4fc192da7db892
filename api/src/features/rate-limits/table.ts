/** Accounts' use of their limits on one edge, by that edge's last report. */
export interface AccountRateTable {
  accountId: string
  edgeId: string
  /** Whether the edge shares the limits with others, so that their figures add up. */
  sharesLimits: boolean
  requestsPerMinute: number
  openRequests: number
  /** The day of the peaks, in UTC, as YYYY-MM-DD. */
  peakDate: string
  /** With what other edges that share the limits had reported by then. */
  requestsPerMinutePeak: number
  openRequestsPeak: number
  reportedAt: Date
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    accountRates: AccountRateTable
  }
}

/** Accounts' use of their limits on one edge, by that edge's last report. */
export interface AccountRateTable {
  accountId: string
  edgeId: string
  requestsPerMinute: number
  openRequests: number
  /** The day of the peaks, in UTC, as YYYY-MM-DD. */
  peakDate: string
  requestsPerMinutePeak: number
  openRequestsPeak: number
  reportedAt: Date
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    accountRates: AccountRateTable
  }
}

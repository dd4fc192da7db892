/** What an account uses of its limits on one edge, as that edge told last. */
export interface AccountRateTable {
  accountId: string
  edgeId: string
  requestsPerMinute: number
  openRequests: number
  /** The day in UTC, as YYYY-MM-DD, of which the peaks are. */
  peakDate: string
  requestsPerMinutePeak: number
  openRequestsPeak: number
  reportedAt: Date
}

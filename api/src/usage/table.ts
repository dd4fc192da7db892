/** What a gateway (or the random hostnames, gateway null) of an account carried on a day, as the edges counted it. */
export interface UsageMetricTable {
  accountId: string
  gatewayId: string | null
  /** The day in UTC as YYYY-MM-DD. */
  date: string
  apiRequests: number
  dataInBytes: number
  dataOutBytes: number
  agentRunSeconds: number
}

/** The batches that have been counted, so that none is counted twice. */
export interface UsageReportTable {
  id: string
  countedAt: Date
}

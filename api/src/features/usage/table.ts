/** The traffic of a gateway (or of the random hostnames, gateway null) of an account on a day, as the edges counted it. */
export interface UsageMetricTable {
  accountId: string
  gatewayId: string | null
  /** The day in UTC as YYYY-MM-DD. */
  date: string
  apiRequests: number
  failedRequests: number
  dataInBytes: number
  dataOutBytes: number
  agentRunSeconds: number
}

/** The traffic of the agents of a label on a day: a part of what `usage_metrics` has of the account. */
export interface UsageByLabelTable extends Omit<UsageMetricTable, 'gatewayId'> {
  label: string
}

/** Limit notices: one for an account, a month and a threshold. */
export interface UsageNoticeTable {
  accountId: string
  /** The month's first day as YYYY-MM-DD. */
  month: string
  /** Percent of the transfer limit. */
  threshold: number
  dueAt: Date
  /** When the mails were handed over; null before. */
  sentAt: Date | null
}

/** The batches that have been counted, so that none is counted twice. */
export interface UsageReportTable {
  id: string
  countedAt: Date
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    usageByLabel: UsageByLabelTable
    usageMetrics: UsageMetricTable
    usageNotices: UsageNoticeTable
    usageReports: UsageReportTable
  }
}

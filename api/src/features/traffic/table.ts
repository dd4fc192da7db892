/** Sums of recorded requests of a gateway and an agent that began in the same five minutes. */
export interface TrafficSumTable {
  accountId: string
  /** Empty for random hostnames. */
  gatewayId: string
  /** Empty if no agent was asked. */
  agentId: string
  startsAt: Date
  /** The last day (UTC) on which it is kept, as YYYY-MM-DD. */
  keptUntil: string
  /** Requests by the first digit of their status; those above 599 also count as server errors. */
  informational: number
  success: number
  redirection: number
  clientErrors: number
  serverErrors: number
  bytesIn: number
  bytesOut: number
  /** How many requests took how long: see `bucketOf`. */
  durations: number[]
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    trafficSums: TrafficSumTable
  }
}

import type { Traffic_MetricFragment, Traffic_TotalFragment } from './Traffic.generated.ts'

/** What tunnels carried. */
export interface Traffic {
  apiRequests: number
  failedRequests: number
  dataInBytes: number
  dataOutBytes: number
}

/** What a gateway carried over a range; null stands for the random hostnames together. */
export interface GatewayTraffic extends Traffic {
  gateway: Traffic_MetricFragment['gateway']
}

/** All days of a range as one. */
export function sumTraffic(totals: readonly Omit<Traffic_TotalFragment, 'date'>[]): Traffic {
  return totals.reduce<Traffic>(add, nothing)
}

/** The periods of each gateway as one row, those that carried most first. */
export function sumByGateway(metrics: readonly Traffic_MetricFragment[]): GatewayTraffic[] {
  const rows = new Map<string | null, GatewayTraffic>()
  for (const metric of metrics) {
    const id = metric.gateway?.id ?? null
    rows.set(id, { ...add(rows.get(id) ?? nothing, metric), gateway: metric.gateway })
  }
  return [...rows.values()].toSorted((a, b) => countBytes(b) - countBytes(a))
}

/** Bytes both ways. */
export function countBytes({ dataInBytes, dataOutBytes }: Pick<Traffic, 'dataInBytes' | 'dataOutBytes'>): number {
  return dataInBytes + dataOutBytes
}

/** The share of requests that did not fail; undefined without any. */
export function findSuccessShare({
  apiRequests,
  failedRequests,
}: Pick<Traffic, 'apiRequests' | 'failedRequests'>): number | undefined {
  // A request that fails after midnight counts as failed on the day after.
  return apiRequests > 0 ? Math.max(0, 1 - failedRequests / apiRequests) : undefined
}

const nothing: Traffic = { apiRequests: 0, failedRequests: 0, dataInBytes: 0, dataOutBytes: 0 }

function add(a: Traffic, b: Traffic): Traffic {
  return {
    apiRequests: a.apiRequests + b.apiRequests,
    failedRequests: a.failedRequests + b.failedRequests,
    dataInBytes: a.dataInBytes + b.dataInBytes,
    dataOutBytes: a.dataOutBytes + b.dataOutBytes,
  }
}

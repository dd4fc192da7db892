import type { ResultOf } from '@graphql-typed-document-node/core'
import { graphql } from '../../graphql/generated/gql.ts'

const trafficTotalFragment = graphql(`
  fragment Traffic_Total on UsageTotal {
    date
    apiRequests
    failedRequests
    dataInBytes
    dataOutBytes
  }
`)

const trafficMetricFragment = graphql(`
  fragment Traffic_Metric on UsageMetric {
    date
    gateway {
      id
      name
      subdomain
      deletedAt
    }
    apiRequests
    failedRequests
    dataInBytes
    dataOutBytes
  }
`)

export type TrafficMetric = ResultOf<typeof trafficMetricFragment>

/** The traffic of tunnels. */
export type Traffic = Omit<ResultOf<typeof trafficTotalFragment>, 'date'>

/** A gateway's traffic over a range; null stands for all random hostnames. */
export interface GatewayTraffic extends Traffic {
  gateway: TrafficMetric['gateway']
}

/** The traffic of a label of agent tokens over a range; null stands for agents that members started. */
export interface LabelTraffic extends Traffic {
  label: string | null
}

/** Sums all days of a range. */
export function sumTraffic(totals: readonly Traffic[]): Traffic {
  return totals.reduce<Traffic>(add, nothing)
}

/** Sums the periods of each gateway, those with the most traffic first. */
export function sumByGateway(metrics: readonly TrafficMetric[]): GatewayTraffic[] {
  const rows = new Map<string | null, GatewayTraffic>()
  for (const metric of metrics) {
    const id = metric.gateway?.id ?? null
    rows.set(id, { ...add(rows.get(id) ?? nothing, metric), gateway: metric.gateway })
  }
  return [...rows.values()].toSorted((a, b) => countBytes(b) - countBytes(a))
}

/** Sums the periods of each label, those with the most traffic first. */
export function sumByLabel(usage: readonly LabelTraffic[]): LabelTraffic[] {
  const rows = new Map<string | null, LabelTraffic>()
  for (const row of usage) rows.set(row.label, { ...add(rows.get(row.label) ?? nothing, row), label: row.label })
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
  // A request that started before midnight may be counted as failed on the next day.
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

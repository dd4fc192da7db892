import type { ResultOf } from '@graphql-typed-document-node/core'
import { isServed } from '../gateways/gateway.ts'
import { graphql } from '../../graphql/generated/gql.ts'
import { findSuccessShare, sumByGateway, sumTraffic } from './traffic.ts'

const meteredAccountFragment = graphql(`
  fragment MeteredAccount_Account on Account {
    id
    gateways {
      ...GatewayTable_Gateway
    }
    gatewaySessions(from: $from, to: $to) {
      gateway {
        id
      }
      sessionCount
      runSeconds
    }
    usageTotals(from: $from, to: $to) {
      ...Traffic_Total
    }
    usageMetrics(from: $from, to: $to, step: MONTH) {
      ...Traffic_Metric
    }
  }
`)

export type MeteredAccount = ResultOf<typeof meteredAccountFragment>

/** A gateway's performance over a range; null stands for all random hostnames. */
export interface Performance {
  gateway: MeteredAccount['gateways'][number] | null
  sessionCount: number
  /** Of a session; undefined without any. */
  averageMinutes: number | undefined
  requestCount: number
  /** Of the requests; undefined without any. */
  successShare: number | undefined
}

/** The performance of an account's tunnels over a range, and the number of gateways that serve now. */
interface AccountPerformance extends Omit<Performance, 'gateway'> {
  activeCount: number
  /** Gateways whose agent was lost but may come back. */
  reconnectingCount: number
}

/** Sums the performance of the account's tunnels over a range, including gateways deleted since. */
export function sumPerformance(account: MeteredAccount): AccountPerformance {
  const traffic = sumTraffic(account.usageTotals)
  return {
    activeCount: account.gateways.filter(isServed).length,
    reconnectingCount: account.gateways.filter(({ agentLostAt }) => agentLostAt !== null).length,
    ...describeSessions(account.gatewaySessions),
    requestCount: traffic.apiRequests,
    successShare: findSuccessShare(traffic),
  }
}

/** Returns a row for each gateway, and one for the random hostnames if there were any. */
export function listPerformance(account: MeteredAccount): Performance[] {
  const traffic = new Map(sumByGateway(account.usageMetrics).map((row) => [row.gateway?.id ?? null, row]))
  const describe = (gateway: Performance['gateway']): Performance => {
    const id = gateway?.id ?? null
    const carried = traffic.get(id)
    return {
      gateway,
      ...describeSessions(account.gatewaySessions.filter((row) => (row.gateway?.id ?? null) === id)),
      requestCount: carried?.apiRequests ?? 0,
      successShare: carried && findSuccessShare(carried),
    }
  }
  const random = describe(null)
  const isUsed = random.sessionCount > 0 || random.requestCount > 0
  return [...account.gateways.map(describe), ...(isUsed ? [random] : [])]
}

function describeSessions(
  sessions: MeteredAccount['gatewaySessions'],
): Pick<Performance, 'sessionCount' | 'averageMinutes'> {
  const sessionCount = sessions.reduce((sum, row) => sum + row.sessionCount, 0)
  const runSeconds = sessions.reduce((sum, row) => sum + row.runSeconds, 0)
  return { sessionCount, averageMinutes: sessionCount > 0 ? runSeconds / sessionCount / 60 : undefined }
}

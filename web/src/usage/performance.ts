import type { GatewayMetricsPage_AccountFragment } from './GatewayMetricsPage.generated.ts'
import { findSuccessShare, sumByGateway, sumTraffic } from './traffic.ts'

type Account = GatewayMetricsPage_AccountFragment

/** How a gateway did over a range; null stands for the random hostnames together. */
export interface Performance {
  gateway: Account['gateways'][number] | null
  sessionCount: number
  /** Of a session; undefined without any. */
  averageMinutes: number | undefined
  requestCount: number
  /** Of the requests; undefined without any. */
  successShare: number | undefined
}

/** How the account's tunnels did over a range, those of gateways that were deleted since included. */
export function sumPerformance(account: Account): Omit<Performance, 'gateway'> & { activeCount: number } {
  const traffic = sumTraffic(account.usageTotals)
  return {
    activeCount: account.gateways.filter(({ tunnelBinding }) => tunnelBinding !== null).length,
    ...describeSessions(account.gatewaySessions),
    requestCount: traffic.apiRequests,
    successShare: findSuccessShare(traffic),
  }
}

/** A row for each gateway, and one for the random hostnames where there were any. */
export function listPerformance(account: Account): Performance[] {
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

function describeSessions(sessions: Account['gatewaySessions']): Pick<Performance, 'sessionCount' | 'averageMinutes'> {
  const sessionCount = sessions.reduce((sum, row) => sum + row.sessionCount, 0)
  const runSeconds = sessions.reduce((sum, row) => sum + row.runSeconds, 0)
  return { sessionCount, averageMinutes: sessionCount > 0 ? runSeconds / sessionCount / 60 : undefined }
}

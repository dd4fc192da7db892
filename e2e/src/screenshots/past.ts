import { randomUUID } from 'node:crypto'
import { createControlClient } from '@culvert/control-client'
import { createServiceAuthorization } from '@culvert/edge/service-token'
import type { Site } from '../culvert.ts'
import { ReportUsageDocument } from './world.generated.ts'

const dayMs = 24 * 60 * 60 * 1000
const megabyte = 2 ** 20

/** The labels of the agent tokens that serve each gateway; gateways without labels are served by members. */
const labels = [undefined, 'customer-42', 'ci']

/** Reports, as an edge does, plausible traffic of gateways in the 40 days before today: ordinary use, including weekends. */
export async function reportPast({ apiUrl, env }: Site, accountId: string, gateways: { id: string }[]): Promise<void> {
  const edge = createControlClient({ apiUrl, authorization: createServiceAuthorization(env['EDGE_SECRET'] ?? '') })
  const rows = Array.from({ length: 40 }, (_, index) => index + 1).flatMap((daysAgo) => {
    const date = new Date(Date.now() - daysAgo * dayMs)
    const isWeekend = date.getUTCDay() % 6 === 0
    return gateways.map(({ id }, place) => {
      const share = (isWeekend ? 0.3 : 1) * (1 + 0.5 * Math.sin(daysAgo * 1.7 + place)) * (1 / (place + 1))
      return {
        accountId,
        gatewayId: id,
        label: labels[place],
        date: date.toISOString().slice(0, 10),
        requests: Math.round(900 * share),
        failedRequests: Math.round(4 * share),
        dataIn: Math.round(60 * megabyte * share),
        dataOut: Math.round(420 * megabyte * share),
        connectedSeconds: Math.round(9 * 3600 * share),
      }
    })
  })
  await edge.request(ReportUsageDocument, { input: { reportId: randomUUID(), rows } })
  edge.close()
}

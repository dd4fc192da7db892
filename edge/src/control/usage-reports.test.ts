import { afterEach, describe, expect, it } from '@jest/globals'
import type { UsageRowInput } from '@culvert/schema/client-types'
import type { FakeApi } from '../testing/fake-api.ts'
import { closeAll } from '../testing/queue.ts'
import { startTestEdge } from '../testing/test-edge.ts'
import { dialRaw, visit } from '../testing/test-visitor.ts'

afterEach(closeAll)

const timing = { usageMs: 20 }

describe('usage', () => {
  it('counts requests, body bytes both ways and connected time by account and gateway', async () => {
    const { api, port, edge, connectAgent } = await startTestEdge({ timing })
    const one = await connectAgent()
    const two = await connectAgent({ sub: 'agent-2', accountId: 'account-2', gatewayId: null, hostname: 'two.test' })
    one.serve((stream) => void stream.ended.then(() => stream.respond(200, [], 'four')))
    two.serve((stream) => stream.respond(204))
    await visit(port, { method: 'POST', body: 'three' })
    await visit(port)
    await visit(port, { headers: { host: 'two.test' } })
    await edge.close({ graceMs: 0 })
    const [first, second] = sumUp(api, ['account-1', 'account-2'])
    expect(first).toMatchObject({ gatewayId: 'gateway-1', requests: 2, dataIn: 5, dataOut: 8 })
    expect(second).toMatchObject({ gatewayId: null, requests: 1, dataIn: 0, dataOut: 0 })
    expect(first!.connectedSeconds).toBeGreaterThan(0)
    expect(first!.date).toBe(new Date().toISOString().slice(0, 10))
  })

  it('counts what an upgraded connection carries while it lasts', async () => {
    const { api, port, connectAgent } = await startTestEdge({ timing })
    const agent = await connectAgent()
    const visitor = dialRaw(port, 'GET / HTTP/1.1\r\nHost: demo.test\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n')
    const stream = await agent.nextStream()
    stream.stream.sendHead({ status: 101, reason: '', fields: [] })
    await visitor.readUntil('\r\n\r\n')
    visitor.socket.write('three')
    await stream.chunks.next()
    stream.stream.write(Buffer.from('four'))
    await visitor.readUntil('four')
    let dataIn = 0
    let dataOut = 0
    while (dataIn < 5 || dataOut < 4) {
      for (const row of (await api.usageReports.next()).rows) {
        dataIn += row.dataIn
        dataOut += row.dataOut
      }
    }
    expect([dataIn, dataOut]).toEqual([5, 4])
  })

  it('is sent again under the same id until the API confirms it, and nothing is added to it', async () => {
    const { api, port, connectAgent } = await startTestEdge({ timing })
    const agent = await connectAgent()
    agent.serve((stream) => stream.respond(204))
    api.state.failure = 'UNAVAILABLE'
    await visit(port)
    const first = await api.usageReports.next()
    await visit(port)
    const again = await api.usageReports.next()
    expect(again).toEqual(first)
    api.state.failure = undefined
    expect(await api.usageReports.next()).toEqual(first)
    const next = await api.usageReports.next()
    expect(next.reportId).not.toBe(first.reportId)
    expect(next.rows[0]).toMatchObject({ requests: 1 })
  })

  it('waits while the API is away, and none of it is lost', async () => {
    const { api, port, edge, connectAgent } = await startTestEdge({ timing })
    const agent = await connectAgent()
    agent.serve((stream) => stream.respond(200, [], 'four'))
    await visit(port)
    await api.close()
    for (let count = 0; count < 5; count += 1) await visit(port)
    await api.reopen()
    await edge.close({ graceMs: 0 })
    expect(sumUp(api, ['account-1'])[0]).toMatchObject({ requests: 6, dataOut: 24 })
  })

  it('that the API refuses for good does not keep back what comes later', async () => {
    const { api, port, connectAgent } = await startTestEdge({ timing })
    const agent = await connectAgent()
    agent.serve((stream) => stream.respond(204))
    api.state.failure = 'BAD_USER_INPUT'
    await visit(port)
    const refused = await api.usageReports.next()
    api.state.failure = undefined
    await visit(port)
    expect((await api.usageReports.next()).reportId).not.toBe(refused.reportId)
  })
})

/** The sum of all distinct reports, a row an account. */
function sumUp(api: FakeApi, accountIds: string[]): (UsageRowInput | undefined)[] {
  const reports = new Map(api.usageReports.unread.map((report) => [report.reportId, report]))
  const rows = [...reports.values()].flatMap((report) => report.rows)
  return accountIds.map((accountId) =>
    rows
      .filter((row) => row.accountId === accountId)
      .reduce<UsageRowInput | undefined>(
        (sum, row) => ({
          ...row,
          requests: (sum?.requests ?? 0) + row.requests,
          dataIn: (sum?.dataIn ?? 0) + row.dataIn,
          dataOut: (sum?.dataOut ?? 0) + row.dataOut,
          connectedSeconds: (sum?.connectedSeconds ?? 0) + row.connectedSeconds,
        }),
        undefined,
      ),
  )
}

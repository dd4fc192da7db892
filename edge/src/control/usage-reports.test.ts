import { afterEach, describe, expect, it } from 'vitest'
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

  it('counts no connected time while another edge does, but still every request', async () => {
    const { api, port, connectAgent } = await startTestEdge({
      timing: { ...timing, heartbeatMs: 10, recheckMs: 10 },
    })
    api.state.countedElsewhere = ['agent-1']
    const agent = await connectAgent()
    agent.serve((stream) => stream.respond(204))
    const settle = async () => {
      while ((await api.tunnelReports.next()).held?.[0] !== 'agent-1');
      // Traffic counted before the answer is reported together with that of a later request.
      await visit(port)
      while (!(await api.usageReports.next()).rows.some(({ requests }) => requests > 0));
    }
    await settle()
    await settle()
    await visit(port)
    const elsewhere = await api.usageReports.next()
    expect(elsewhere.rows).toMatchObject([{ requests: 1, connectedSeconds: 0 }])
    api.state.countedElsewhere = []
    // Earlier reports of tunnels may still be in transit.
    const countsTime = async () => {
      await visit(port)
      return (await api.usageReports.next()).rows.some(({ connectedSeconds }) => connectedSeconds > 0)
    }
    while (!(await countsTime()));
  })

  it('adds the time since another edge last counted, once, up to the time for which it held the agent', async () => {
    const { api, port, connectAgent } = await startTestEdge({
      timing: { ...timing, heartbeatMs: 10, recheckMs: 10 },
    })
    api.state.countedElsewhere = ['agent-1']
    const connectedMs = performance.now()
    const agent = await connectAgent()
    agent.serve((stream) => stream.respond(204))
    const isHeld = async () => (await api.tunnelReports.next()).held?.[0] === 'agent-1'
    while (!(await isHeld()));
    const heldMs = performance.now()
    while (!(await isHeld()));
    const elsewhereMs = performance.now() - heldMs
    api.state.countedSince = [{ agentId: 'agent-1', seconds: 3_600 }]
    api.state.countedElsewhere = []
    let countedMs = 0
    for (let requests = 0; requests < 20; requests += 1) {
      await visit(port)
      const { rows } = await api.usageReports.next()
      countedMs += rows.reduce((sum, { connectedSeconds }) => sum + connectedSeconds * 1_000, 0)
    }
    expect(countedMs).toBeGreaterThan(elsewhereMs)
    expect(countedMs).toBeLessThan(performance.now() - connectedMs)
  })

  it('is counted by label too, and has no label if a ticket names none or comes from an older API', async () => {
    const { api, port, edge, connectAgent } = await startTestEdge({ timing })
    const tickets = [
      { sub: 'agent-1', label: 'acme', hostname: 'one.test' },
      { sub: 'agent-2', label: 'bolt', hostname: 'two.test' },
      { sub: 'agent-3', label: null, hostname: 'three.test' },
      { sub: 'agent-4', label: undefined, hostname: 'four.test' },
    ]
    for (const ticket of tickets) {
      const agent = await connectAgent(ticket)
      agent.serve((stream) => stream.respond(200, [], 'four'))
      await visit(port, { headers: { host: ticket.hostname } })
    }
    await visit(port, { headers: { host: 'one.test' } })
    await edge.close({ graceMs: 0 })
    const rows = api.usageReports.unread.flatMap((report) => report.rows)
    const sumOf = (label: string | undefined) =>
      rows.filter((row) => row.label === label).reduce((sum, row) => sum + row.requests, 0)
    expect([sumOf('acme'), sumOf('bolt'), sumOf(undefined)]).toEqual([2, 1, 2])
    expect(rows.every((row) => row.label !== null)).toBe(true)
  })

  it('counts failed requests, both those answered with 500 and those that the app does not answer', async () => {
    const { api, port, edge, connectAgent } = await startTestEdge({ timing })
    const agent = await connectAgent()
    const statuses = [200, 404, 500]
    agent.serve((stream) => {
      const status = statuses.shift()
      if (status === undefined) stream.stream.reset('REFUSED', 'nothing listens')
      else stream.respond(status)
    })
    for (let count = 0; count < 4; count++) await visit(port)
    await edge.close({ graceMs: 0 })
    expect(sumUp(api, ['account-1'])[0]).toMatchObject({ requests: 4, failedRequests: 2 })
  })

  it('counts the bytes of an upgraded connection while it is open', async () => {
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

  it('delays the shutdown of an edge by a single attempt while the API is away', async () => {
    const { api, port, edge, connectAgent } = await startTestEdge({ timing: { usageMs: 60_000 } })
    const agent = await connectAgent()
    agent.serve((stream) => stream.respond(204))
    await visit(port)
    api.state.failure = 'UNAVAILABLE'
    await edge.close({ graceMs: 0 })
    expect(api.usageReports.unread).toHaveLength(1)
  })

  it.each(['INTERNAL', 'BAD_USER_INPUT'])(
    'of other accounts is still reported while the API keeps refusing one with %s',
    async (code) => {
      const { api, port, connectAgent } = await startTestEdge({ timing: { usageMs: 200 } })
      api.state.refusedUsage.set('account-2', code)
      for (const number of [1, 2, 3]) {
        const claims = { sub: `agent-${number}`, accountId: `account-${number}`, hostname: `${number}.test` }
        const agent = await connectAgent(claims)
        agent.serve((stream) => stream.respond(204))
      }
      for (const host of ['1.test', '2.test', '3.test']) await visit(port, { headers: { host } })
      const counted = new Map<string, number>()
      while ((counted.get('account-1') ?? 0) < 1 || (counted.get('account-3') ?? 0) < 1) {
        const { rows } = await api.usageReports.next()
        if (rows.some(({ accountId }) => accountId === 'account-2')) continue
        for (const { accountId, requests } of rows) counted.set(accountId, (counted.get(accountId) ?? 0) + requests)
      }
      expect([counted.get('account-1'), counted.get('account-3')]).toEqual([1, 1])

      // Nothing was dropped: the waiting usage is counted as soon as it is accepted, under a new id.
      api.state.refusedUsage.clear()
      for (let requests = 0; requests < 1;) {
        const { rows } = await api.usageReports.next()
        for (const row of rows) if (row.accountId === 'account-2' && rows.length === 1) requests = row.requests
      }
    },
  )

  it('is not sent again under another id if the API counted it but answered INTERNAL', async () => {
    const { api, port, connectAgent } = await startTestEdge({ timing })
    const agent = await connectAgent()
    agent.serve((stream) => stream.respond(204))
    api.state.countsBeforeFailing = true
    api.state.failure = 'INTERNAL'
    await visit(port)
    const { reportId } = await api.usageReports.next()
    api.state.failure = undefined
    let empty = await api.usageReports.next()
    while (empty.rows.length > 0) empty = await api.usageReports.next()
    expect(empty).toEqual({ reportId, rows: [] })
    await visit(port)
    const { rows } = await api.usageReports.next()
    expect(rows).toMatchObject([{ requests: 1 }])
  })
})

/** Returns the sum of all distinct reports, one row for each account. */
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
          failedRequests: (sum?.failedRequests ?? 0) + row.failedRequests,
          dataIn: (sum?.dataIn ?? 0) + row.dataIn,
          dataOut: (sum?.dataOut ?? 0) + row.dataOut,
          connectedSeconds: (sum?.connectedSeconds ?? 0) + row.connectedSeconds,
        }),
        undefined,
      ),
  )
}

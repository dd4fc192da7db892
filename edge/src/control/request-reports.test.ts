import type { RecordedRequestInput } from '@culvert/schema/client-types'
import { afterEach, describe, expect, it } from 'vitest'
import type { FakeApi } from '../testing/fake-api.ts'
import { closeAll } from '../testing/queue.ts'
import { startTestEdge } from '../testing/test-edge.ts'
import { dialRaw, visit } from '../testing/test-visitor.ts'

afterEach(closeAll)

const timing = { requestsMs: 10 }

/** An edge with an agent that answers each request immediately. */
async function startServing(options: Parameters<typeof startTestEdge>[0] = {}) {
  const started = await startTestEdge({ timing, ...options })
  const agent = await started.connectAgent()
  agent.serve((stream) => stream.respond(204))
  return started
}

function rowsOf(api: FakeApi): RecordedRequestInput[] {
  return api.requestReports.unread.flatMap(({ requests }) => requests)
}

function countUnrecorded(api: FakeApi): number {
  const counts = api.requestReports.unread.flatMap(({ unrecorded }) => unrecorded)
  return counts.reduce((sum, { count }) => sum + count, 0)
}

/** Sends `count` requests one after the other on one connection, and waits for their answers. */
async function visitOften(port: number, count: number, host = 'demo.test', mark = '204 Fine'): Promise<void> {
  const visitor = dialRaw(port)
  for (let sent = 0; sent < count; sent += 1) {
    visitor.socket.write(`GET /${sent} HTTP/1.1\r\nHost: ${host}\r\nAccept: text/plain\r\n\r\n`)
    await visitor.readUntil(mark)
  }
}

describe('recorded requests', () => {
  it('are limited to a burst of 100 and 50 a second for each account; the others are counted', async () => {
    const { api, port, edge } = await startServing()
    const startedMs = performance.now()
    await visitOften(port, 500)
    const seconds = (performance.now() - startedMs) / 1_000
    await edge.close({ graceMs: 0 })
    const rows = rowsOf(api)
    expect(rows.length).toBeGreaterThanOrEqual(100)
    expect(rows.length).toBeLessThanOrEqual(101 + seconds * 50)
    expect(rows.length + countUnrecorded(api)).toBe(500)
    const [counted] = api.requestReports.unread.flatMap(({ unrecorded }) => unrecorded)
    expect(counted).toMatchObject({ accountId: 'account-1', hostname: null })
  })

  it('of one account do not use up the budget of another, nor do those of hostnames without a tunnel', async () => {
    const { api, port, edge, connectAgent } = await startServing()
    api.state.reserved.add('away.test')
    const other = await connectAgent({ sub: 'agent-2', accountId: 'account-2', hostname: 'two.test' })
    other.serve((stream) => stream.respond(204))
    await visitOften(port, 300)
    await visitOften(port, 300, 'away.test', 'CULVERT_TUNNEL_OFFLINE\n')
    await visitOften(port, 50, 'two.test')
    await edge.close({ graceMs: 0 })
    expect(rowsOf(api).filter(({ accountId }) => accountId === 'account-2')).toHaveLength(50)
    const away = rowsOf(api).filter(({ hostname }) => hostname === 'away.test')
    const counted = api.requestReports.unread.flatMap(({ unrecorded }) => unrecorded)
    const countedAway = counted.filter(({ hostname }) => hostname === 'away.test')
    expect(away.length + countedAway.reduce((sum, { count }) => sum + count, 0)).toBe(300)
  })

  it('of made-up hostnames share one budget while they cannot be looked up', async () => {
    const { api, port, edge } = await startServing({ timing: { requestsMs: 60_000 } })
    api.state.failure = 'UNAVAILABLE'
    const startedMs = performance.now()
    for (let number = 0; number < 250; number += 1) await visit(port, { headers: { host: `${number}.test` } })
    const seconds = (performance.now() - startedMs) / 1_000
    api.state.failure = undefined
    await edge.close({ graceMs: 0 })
    expect(rowsOf(api).length).toBeLessThanOrEqual(101 + seconds * 50)
    expect(rowsOf(api).length + countUnrecorded(api)).toBe(250)
  })

  it('wait while the API is away, and are each sent once when it is back', async () => {
    const { api, port, edge } = await startServing()
    await api.close()
    for (const path of ['/1', '/2', '/3']) await visit(port, { path })
    await api.reopen()
    await edge.close({ graceMs: 0 })
    expect(rowsOf(api).map(({ path }) => path)).toEqual(['/1', '/2', '/3'])
  })

  it('are sent again under the same id until the API confirms them, and nothing is added to them', async () => {
    const { api, port } = await startServing()
    api.state.failure = 'UNAVAILABLE'
    await visit(port, { path: '/1' })
    const first = await api.requestAttempts.next()
    await visit(port, { path: '/2' })
    expect(await api.requestAttempts.next()).toEqual(first)
    api.state.failure = undefined
    expect(await api.requestReports.next()).toEqual(first)
    const next = await api.requestReports.next()
    expect(next.reportId).not.toBe(first.reportId)
    expect(next.requests).toMatchObject([{ path: '/2' }])
  })

  it('are split into reports of at most 500', async () => {
    const { api, port, edge, connectAgent } = await startServing({ timing: { requestsMs: 60_000 } })
    for (let number = 0; number < 7; number += 1) {
      const hostname = `${number}.test`
      const agent = await connectAgent({ sub: `agent-${hostname}`, accountId: hostname, hostname })
      agent.serve((stream) => stream.respond(204))
      await visitOften(port, 90, hostname)
    }
    await edge.close({ graceMs: 0 })
    const sizes = api.requestReports.unread.map(({ requests }) => requests.length)
    expect(sizes).toEqual([500, 130])
  })

  it.each(['BAD_USER_INPUT', 'INTERNAL'])(
    'continue if the API refuses one with %s, which is counted instead',
    async (code) => {
      const { api, port, edge } = await startServing({ timing: { requestsMs: 60_000 } })
      api.state.refusedRequests.set('/13', code)
      await visitOften(port, 30)
      await edge.close({ graceMs: 0 })
      expect(rowsOf(api).map(({ path }) => path)).toEqual(
        Array.from({ length: 30 }, (_, number) => `/${number}`).filter((path) => path !== '/13'),
      )
      expect(countUnrecorded(api)).toBe(1)
    },
  )

  it('cause fewer than 20 attempts if the API refuses everything', async () => {
    const { api, port, edge } = await startServing({ timing: { requestsMs: 60_000 } })
    await visitOften(port, 80)
    api.state.failure = 'INTERNAL'
    const closing = edge.close({ graceMs: 0 })
    await closing
    expect(api.requestAttempts.unread.length).toBeLessThan(20)
  })

  it('are kept if the API refuses everything, and are sent or counted once it no longer does', async () => {
    const { api, port } = await startServing({ timing: { requestsMs: 300 } })
    await visitOften(port, 80)
    api.requestAttempts.unread.splice(0)
    api.state.failure = 'INTERNAL'
    // The edge blames the API after thirteen refusals in a row, and tries again after a pause.
    for (let attempts = 0; attempts < 13; attempts += 1) await api.requestAttempts.next()
    api.state.failure = undefined
    const paths = new Set<string>()
    let counted = 0
    while (paths.size + counted < 80) {
      const { requests, unrecorded } = await api.requestReports.next()
      for (const { path } of requests) paths.add(path)
      counted += unrecorded.reduce((sum, { count }) => sum + count, 0)
    }
    expect(paths.size + counted).toBe(80)
    // Requests that are refused one at a time are counted instead.
    expect(counted).toBeLessThan(13)
  })

  it('are sent when the edge shuts down', async () => {
    const { api, port, edge } = await startServing({ timing: { requestsMs: 60_000 } })
    await visitOften(port, 3)
    await edge.close({ graceMs: 0 })
    expect(rowsOf(api)).toHaveLength(3)
  })

  it('delay the shutdown of an edge by a single attempt while the API is away', async () => {
    const { api, port, edge } = await startServing({ timing: { requestsMs: 60_000 } })
    await visitOften(port, 3)
    api.state.failure = 'UNAVAILABLE'
    await edge.close({ graceMs: 0 })
    expect(api.requestAttempts.unread).toHaveLength(1)
  })

  it('appear in the metrics, as do those that were only counted', async () => {
    const environment = { EDGE_OPERATIONS_PORT: '0' }
    const { port, edge } = await startServing({ timing: { requestsMs: 60_000 }, environment })
    await visitOften(port, 300)
    const { body } = await visit(edge.operationsPort ?? 0, { path: '/metrics' })
    const read = (name: string) =>
      Number(
        body
          .split('\n')
          .find((line) => line.startsWith(name))
          ?.split(' ')[1],
      )
    const waiting = read('culvert_edge_request_rows_waiting')
    expect(waiting).toBeGreaterThanOrEqual(100)
    expect(waiting + read('culvert_edge_requests_unrecorded_total{reason="rate"}')).toBe(300)
  })
})

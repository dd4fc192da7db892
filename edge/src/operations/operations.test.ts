import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { loadEdgeConfig } from '../config.ts'
import { startEdge } from '../edge.ts'
import { startFakeApi } from '../testing/fake-api.ts'
import { closeAll, closeLater } from '../testing/queue.ts'
import { dialEdge } from '../testing/test-agent.ts'
import { edgeEnvironment, startTestEdge } from '../testing/test-edge.ts'
import { dialRaw, visit } from '../testing/test-visitor.ts'

afterEach(closeAll)

/** An edge with an operations port, an agent that answers 204, and the lines of the edge's log. */
async function startOperated(environment: NodeJS.ProcessEnv = {}) {
  const api = await startFakeApi()
  const lines: string[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
    lines.push(String(line))
    return true
  })
  closeLater(() => write.mockRestore())
  const config = loadEdgeConfig({ ...edgeEnvironment(api.url), EDGE_OPERATIONS_PORT: '0', ...environment })
  const edge = await startEdge(config)
  closeLater(() => edge.close({ graceMs: 0 }))
  const agent = await dialEdge(edge.port, { ticket: await api.issueTicket() })
  await agent.welcomed
  agent.serve((stream) => void stream.ended.then(() => stream.respond(200, [], 'four')))
  return { api, edge, agent, lines, read: (path: string) => visit(edge.operationsPort ?? 0, { path }) }
}

describe('the operations port', () => {
  it('reports that the edge is running and ready', async () => {
    const { read } = await startOperated()
    expect(await read('/healthz')).toMatchObject({ status: 200, body: '{"status":"ok"}\n' })
    expect(await read('/readyz')).toMatchObject({ status: 200, body: '{"status":"ready"}\n' })
    expect(await read('/')).toMatchObject({ status: 404 })
  })

  it('shows what was carried, in the Prometheus format', async () => {
    const { edge, agent, read } = await startOperated()
    await visit(edge.port, { method: 'POST', body: 'three' })
    await visit(edge.port, { headers: { host: 'nobody.test' } })
    await agent.session.ping()
    const { headers, body } = await read('/metrics')
    expect(headers['content-type']).toMatch('text/plain')
    for (const line of [
      'culvert_edge_tunnels 1',
      'culvert_edge_open_requests 0',
      'culvert_edge_parked_requests 0',
      'culvert_edge_requests_total{status="2xx"} 1',
      'culvert_edge_requests_total{status="4xx"} 1',
      'culvert_edge_errors_total{code="CULVERT_HOST_UNKNOWN"} 1',
      'culvert_edge_bytes_total{direction="in"} 5',
      'culvert_edge_bytes_total{direction="out"} 4',
      'culvert_edge_request_duration_seconds_bucket{le="60"} 1',
      'culvert_edge_request_duration_seconds_bucket{le="+Inf"} 1',
      'culvert_edge_request_duration_seconds_count 1',
    ]) {
      expect(body.split('\n')).toContain(line)
    }
    expect(body).toMatch(/^culvert_edge_usage_rows_waiting \d+$/m)
    expect(body).toMatch(/^culvert_edge_wire_round_trip_seconds\{quantile="0.5"\} [\d.e-]+$/m)
    expect(body).toMatch('process_cpu_seconds_total')
  })

  it('shows exactly the culvert_* metrics that docs/operations.md lists', async () => {
    const { read } = await startOperated()
    const { body } = await read('/metrics')
    const guide = await readFile(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8')
    const listed = [...guide.matchAll(/^\| `(culvert_\w+)` \| (\w+) \|/gm)].map(([, name, kind]) => `${name} ${kind}`)
    const shown = [...body.matchAll(/^# TYPE (culvert_.+)$/gm)].map(([, type = '']) => type)
    expect(listed.toSorted()).toEqual(shown.toSorted())
  })
})

describe('an edge that is not ready', () => {
  it('says why on its main port and on its operations port', async () => {
    const api = await startFakeApi()
    await api.close()
    const { edge } = await startTestEdge({ api, environment: { EDGE_OPERATIONS_PORT: '0' } })
    for (const port of [edge.port, edge.operationsPort ?? 0]) {
      const answer = await visit(port, { path: '/readyz', headers: { host: '127.0.0.1' } })
      expect(answer.status).toBe(503)
      expect(JSON.parse(answer.body)).toEqual({
        status: 'not ready',
        obstacles: [
          'it has no keys of the API to check tickets with',
          'it has not read the IP restrictions',
          'it has not read the blocked hostnames',
        ],
      })
    }
  })
})

describe('the log', () => {
  it('has at most 100 failed requests a second, and then how many more failed', async () => {
    const { edge, agent, lines } = await startOperated({ LOG_LEVEL: 'info' })
    agent.serve((stream) => stream.stream.reset('REFUSED', 'nothing listens on 3000'))
    const answers = await Promise.all(Array.from({ length: 150 }, () => visit(edge.port)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([502]))
    const count = (pattern: RegExp) => lines.filter((line) => pattern.test(line)).length
    expect(count(/"msg":"request failed"/)).toBeLessThan(150)
    await vi.waitFor(() => expect(count(/"msg":"more requests failed than are logged"/)).toBe(1), { timeout: 5_000 })
    const more = lines.find((line) => line.includes('more requests failed')) ?? '{}'
    expect(count(/"msg":"request failed"/) + Number(JSON.parse(more).count)).toBe(150)
  })
})

describe('the access log', () => {
  it('has a line for each request, with an id and without its query', async () => {
    const { edge, lines } = await startOperated({ EDGE_ACCESS_LOG: 'true', LOG_LEVEL: 'warn' })
    await visit(edge.port, { path: '/page?token=secret', headers: { authorization: 'Bearer secret' } })
    const broken = await visit(edge.port, { path: '/gone?token=secret', headers: { host: 'nobody.test' } })
    const entries = lines.map((line): unknown => JSON.parse(line))
    expect(entries).toContainEqual(
      expect.objectContaining({
        msg: 'request',
        requestId: expect.any(String),
        hostname: 'demo.test',
        accountId: 'account-1',
        agentId: 'agent-1',
        address: '127.0.0.1',
        method: 'GET',
        path: '/page',
        status: 200,
        isComplete: true,
      }),
    )
    expect(entries).toContainEqual(
      expect.objectContaining({
        msg: 'request failed',
        requestId: broken.headers['x-culvert-request-id'],
        path: '/gone',
        status: 404,
        code: 'CULVERT_HOST_UNKNOWN',
      }),
    )
    expect(lines.join('')).not.toMatch('secret')
  })

  it('names the visitor behind a trusted proxy even if the request is refused', async () => {
    const { edge, lines } = await startOperated({ EDGE_ACCESS_LOG: 'true', EDGE_TRUSTED_PROXIES: '127.0.0.1' })
    await visit(edge.port, { method: 'TRACE', headers: { 'x-forwarded-for': '203.0.113.7' } })
    const entries = lines.map((line): unknown => JSON.parse(line))
    expect(entries).toContainEqual(
      expect.objectContaining({ code: 'CULVERT_METHOD_NOT_ALLOWED', address: '203.0.113.7' }),
    )
  })

  it('is off by default', async () => {
    const { edge, lines } = await startOperated({ LOG_LEVEL: 'info' })
    await visit(edge.port)
    await dialRaw(edge.port, 'GET / HTTP/1.0\r\nHost: nobody.test\r\n\r\n').readAll()
    expect(lines.join('')).not.toMatch(/"msg":"request/)
  })
})

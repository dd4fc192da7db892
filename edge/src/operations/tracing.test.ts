import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { closeAll, closeLater, Queue } from '../testing/queue.ts'
import { startTestEdge } from '../testing/test-edge.ts'
import { dialRaw, visit } from '../testing/test-visitor.ts'

afterEach(closeAll)

/** The part of a span in OTLP's JSON that the tests read. */
interface ReceivedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
  events: { name: string }[]
  links: { traceId: string; spanId: string }[]
  status: { code: number }
}

interface ReceivedTraces {
  resourceSpans: { resource: Pick<ReceivedSpan, 'attributes'>; scopeSpans: { spans: ReceivedSpan[] }[] }[]
}

const kinds = { server: 2, client: 3 }
const failed = { code: 2 }
const parentOfVisitor = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

/** Receives what an edge exports. */
async function startCollector() {
  const bodies = new Queue<ReceivedTraces>()
  const take = async (request: IncomingMessage) => bodies.push((await json(request)) as ReceivedTraces)
  const collector = createServer((request, response) => {
    void take(request).then(() => response.setHeader('content-type', 'application/json').end('{}'))
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  closeLater(() => collector.close())
  const { port } = collector.address() as AddressInfo
  const readSpans = async (): Promise<ReceivedSpan[]> => {
    const { resourceSpans } = await bodies.next()
    return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
  }
  return {
    url: `http://127.0.0.1:${port}`,
    bodies,
    readSpans,
    /** The two spans of an exchange. */
    readExchange: async () => {
      const spans = await readSpans()
      while (!spans.some(({ kind }) => kind === kinds.server)) spans.push(...(await readSpans()))
      const [server] = spans.filter(({ kind }) => kind === kinds.server)
      const [client] = spans.filter(({ kind }) => kind === kinds.client)
      return { server: server!, client: client! }
    },
  }
}

/** An edge that exports to `url`, with an agent. The variables are set on this process, because OpenTelemetry reads them itself. */
async function startTraced(url: string, environment: NodeJS.ProcessEnv = {}) {
  const variables = {
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '1',
    ...environment,
  }
  Object.assign(process.env, variables)
  closeLater(() => {
    for (const name of Object.keys(variables)) delete process.env[name]
  })
  const edge = await startTestEdge({ environment: variables })
  return { ...edge, agent: await edge.connectAgent() }
}

function attributesOf({ attributes }: Pick<ReceivedSpan, 'attributes'>): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))
}

describe('traces', () => {
  it('have a span for an exchange and a child for the tunnel and the app, which the app is told to join', async () => {
    const collector = await startCollector()
    const { port, agent } = await startTraced(collector.url)
    const visited = visit(port, {
      method: 'POST',
      path: '/page?token=secret',
      headers: { authorization: 'Bearer secret', cookie: 'secret' },
      body: 'secret',
    })
    const stream = await agent.nextStream()
    stream.respond(404)
    await visited
    const { server, client } = await collector.readExchange()
    expect(attributesOf(server)).toEqual({
      'http.request.method': 'POST',
      'http.response.status_code': 404,
      'url.scheme': 'http',
      'url.path': '/page',
      'server.address': 'demo.test',
      'client.address': '127.0.0.1',
      'network.protocol.version': '1.1',
      'culvert.account_id': 'account-1',
      'culvert.agent_id': 'agent-1',
      'culvert.request_id': expect.any(String),
    })
    expect(server).toMatchObject({ name: 'POST', links: [], status: { code: 0 } })
    expect(client).toMatchObject({ parentSpanId: server.spanId, traceId: server.traceId, status: failed })
    expect(client.events).toMatchObject([{ name: 'first byte' }])
    expect(stream.field('traceparent')).toBe(`00-${client.traceId}-${client.spanId}-01`)
    expect(JSON.stringify([server, client])).not.toMatch('secret')
  })

  it('carry the service name and the resource attributes of the operator', async () => {
    const collector = await startCollector()
    const { port, agent } = await startTraced(collector.url, {
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    })
    agent.serve((stream) => stream.respond(204))
    await visit(port)
    const [traces] = (await collector.bodies.next()).resourceSpans
    expect(attributesOf(traces!.resource)).toMatchObject({
      'service.name': 'culvert-edge',
      'deployment.environment.name': 'test',
    })
  })

  it('say why an exchange failed, with the id that the error page shows', async () => {
    const collector = await startCollector()
    const { port, agent } = await startTraced(collector.url)
    agent.serve(({ stream }) => stream.reset('REFUSED', 'nobody listens'))
    const page = await visit(port)
    const { server, client } = await collector.readExchange()
    expect(attributesOf(server)).toMatchObject({
      'http.response.status_code': 502,
      'error.type': 'CULVERT_APP_REFUSED',
      'culvert.request_id': page.headers['x-culvert-request-id'],
    })
    expect([server.status, client.status]).toEqual([failed, failed])
  })

  it('show an exchange that its visitor left as BROKEN_OFF', async () => {
    const collector = await startCollector()
    const { port, agent } = await startTraced(collector.url)
    const visitor = dialRaw(port, 'GET / HTTP/1.1\r\nHost: demo.test\r\n\r\n')
    await agent.nextStream()
    visitor.socket.destroy()
    expect(attributesOf((await collector.readExchange()).server)).toMatchObject({ 'error.type': 'BROKEN_OFF' })
  })

  it('link to the trace that a visitor names, but do not continue it by default', async () => {
    const collector = await startCollector()
    const { port, agent } = await startTraced(collector.url)
    const visited = visit(port, { headers: { traceparent: parentOfVisitor, tracestate: 'vendor=1' } })
    const stream = await agent.nextStream()
    stream.respond(204)
    await visited
    const { server, client } = await collector.readExchange()
    expect(parentOfVisitor).not.toMatch(server.traceId)
    expect(server).not.toHaveProperty('parentSpanId')
    expect(server.links).toMatchObject([{ traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }])
    expect(stream.field('traceparent')).toMatch(client.spanId)
    expect(stream.head.fields.filter(([name]) => /^trace/i.test(name))).toHaveLength(1)
  })

  it('continue the trace of a visitor if EDGE_CONTINUE_TRACES is set', async () => {
    const collector = await startCollector()
    const { port, agent } = await startTraced(collector.url, { EDGE_CONTINUE_TRACES: 'true' })
    const visited = visit(port, { headers: { traceparent: parentOfVisitor, tracestate: 'vendor=1' } })
    const stream = await agent.nextStream()
    stream.respond(204)
    await visited
    const { server } = await collector.readExchange()
    expect(server).toMatchObject({ traceId: '0af7651916cd43dd8448eb211c80319c', parentSpanId: 'b7ad6b7169203331' })
    expect(stream.field('tracestate')).toBe('vendor=1')
  })

  it('follow the standard sampler, and tell the app if a trace is not recorded', async () => {
    const collector = await startCollector()
    const { port, agent, edge } = await startTraced(collector.url, { OTEL_TRACES_SAMPLER: 'always_off' })
    const visited = visit(port)
    const stream = await agent.nextStream()
    stream.respond(204)
    await visited
    await edge.close({ graceMs: 0 })
    expect(stream.field('traceparent')).toMatch(/-00$/)
    expect(collector.bodies.unread).toEqual([])
  })

  it('are sent before the edge shuts down', async () => {
    const collector = await startCollector()
    const { port, agent, edge } = await startTraced(collector.url, { OTEL_BSP_SCHEDULE_DELAY: '3600000' })
    agent.serve((stream) => stream.respond(204))
    await visit(port)
    await edge.close({ graceMs: 0 })
    expect(collector.bodies.unread).toHaveLength(1)
  })

  it('do not affect visitors if the collector is unreachable', async () => {
    const { port, agent, edge } = await startTraced('http://127.0.0.1:1', { OTEL_EXPORTER_OTLP_TIMEOUT: '100' })
    agent.serve((stream) => stream.respond(200, [], 'fine'))
    for (let count = 0; count < 5; count += 1) expect(await visit(port)).toMatchObject({ status: 200, body: 'fine' })
    await edge.close({ graceMs: 0 })
  })
})

describe('without the OpenTelemetry variables', () => {
  it('the traceparent of a visitor reaches the app unchanged', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const visited = visit(port, { headers: { traceparent: parentOfVisitor } })
    const stream = await agent.nextStream()
    stream.respond(204)
    await visited
    expect(stream.field('traceparent')).toBe(parentOfVisitor)
  })
})

import { once } from 'node:events'
import type { ClientHttp2Session } from 'node:http2'
import type { RecordedRequestInput } from '@culvert/schema/client-types'
import { probeCallbacks } from '@culvert/program/guard'
import { probeField, probeTarget } from '@culvert/schema/tokens'
import { afterEach, describe, expect, it } from 'vitest'
import type { FakeApi } from '../testing/fake-api.ts'
import { catchLog, causeFault } from '../testing/fault-log.ts'
import { closeAll, closeLater } from '../testing/queue.ts'
import { startSecureEdge } from '../testing/secure-edge.ts'
import type { TestAgent } from '../testing/test-agent.ts'
import { describeExchange, startWithOtherProcess, startTestEdge } from '../testing/test-edge.ts'
import { askH2, connectH2, readH2, visitH2 } from '../testing/test-h2-visitor.ts'
import { dialRaw, visit } from '../testing/test-visitor.ts'

afterEach(closeAll)

const timing = { requestsMs: 10, parkMs: 1_000, holdMs: 60_000, resumeMs: 0, bodyIdleMs: 200 }
const get = 'GET /a?b=c HTTP/1.1\r\nHost: demo.test\r\nUser-Agent: test/1\r\n\r\n'
const ok = { status: 200, reason: 'OK', fields: [] }

type Row = Partial<RecordedRequestInput>

/** Collects the rows of the next reports until there are `count` of them. */
async function readRows(api: FakeApi, count = 1): Promise<RecordedRequestInput[]> {
  const rows: RecordedRequestInput[] = []
  while (rows.length < count) rows.push(...(await api.requestReports.next()).requests)
  return rows
}

interface Site {
  api: FakeApi
  port: number
  agent: TestAgent
}

const byApp = { answeredBy: 'APP', code: null, agentId: 'agent-1' } as const
const byEdge = { answeredBy: 'EDGE', isComplete: true } as const
const gone = { status: 499, answeredBy: 'NOBODY', code: null, isComplete: false, bytesOut: 0 } as const
const left = 'The visitor closed the connection.'

/** Begins a request, and returns the visitor and the agent's end. */
async function begin({ port, agent }: Site, text = get) {
  const visitor = dialRaw(port, text)
  const stream = await agent.nextStream()
  return { visitor, stream }
}

/** Every way in which a request that reached a tunnel can end, and the one row that records it. */
const ends: [string, (site: Site) => Promise<unknown>, Row][] = [
  [
    'an answer of the app',
    async (site) => {
      const { visitor, stream } = await begin(site)
      stream.respond(201, [], 'body')
      await visitor.readUntil('body')
    },
    {
      ...byApp,
      status: 201,
      isComplete: true,
      reason: null,
      bytesIn: 0,
      bytesOut: 4,
      method: 'GET',
      path: '/a?b=c',
      httpVersion: '1.1',
      userAgent: 'test/1',
      messagesIn: null,
      messagesOut: null,
    },
  ],
  [
    'an answer without a body to HEAD',
    async (site) => {
      const { visitor, stream } = await begin(site, 'HEAD / HTTP/1.1\r\nHost: demo.test\r\n\r\n')
      stream.respond(200, [['Content-Length', '4']])
      await visitor.readUntil('\r\n\r\n')
    },
    { ...byApp, method: 'HEAD', status: 200, isComplete: true, bytesOut: 0, userAgent: null },
  ],
  [
    'an upload and its answer',
    async (site) => {
      const visited = visit(site.port, { method: 'POST', body: 'x'.repeat(1_000) })
      const stream = await site.agent.nextStream()
      await stream.ended
      stream.respond(500, [], 'no')
      await visited
    },
    { ...byApp, method: 'POST', status: 500, isComplete: true, bytesIn: 1_000, bytesOut: 2 },
  ],
  [
    'an answer that the app breaks off',
    async (site) => {
      const { visitor, stream } = await begin(site)
      stream.stream.sendHead(ok)
      await visitor.readUntil('\r\n\r\n')
      stream.stream.reset('ORIGIN_CLOSED', 'the app closed the connection')
      await visitor.readAll()
    },
    { ...byApp, status: 200, isComplete: false, reason: 'the app closed the connection' },
  ],
  [
    'an answer longer than its Content-Length',
    async (site) => {
      const { visitor, stream } = await begin(site)
      stream.stream.sendHead({ ...ok, fields: [['Content-Length', '1']] })
      stream.stream.write(Buffer.from('two'))
      await visitor.readAll()
    },
    { ...byApp, status: 200, isComplete: false, reason: 'The answer is longer than its Content-Length.' },
  ],
  [
    'an app that refuses connections',
    async (site) => {
      const { visitor, stream } = await begin(site)
      stream.stream.reset('REFUSED', 'nothing listens on 3000')
      await visitor.readUntil('CULVERT_APP_REFUSED')
    },
    { ...byEdge, status: 502, code: 'CULVERT_APP_REFUSED', reason: 'nothing listens on 3000', agentId: 'agent-1' },
  ],
  [
    'an app that does not answer in time',
    async (site) => {
      const { visitor, stream } = await begin(site)
      stream.stream.reset('ORIGIN_TIMEOUT', 'no answer for 60 s')
      await visitor.readUntil('CULVERT_APP_TIMEOUT')
    },
    { ...byEdge, status: 504, code: 'CULVERT_APP_TIMEOUT', reason: 'no answer for 60 s', agentId: 'agent-1' },
  ],
  [
    'a visitor that leaves before the head',
    async (site) => {
      const { visitor, stream } = await begin(site)
      visitor.socket.destroy()
      await stream.reset
    },
    { ...gone, reason: left, firstByteMs: null, agentId: 'agent-1' },
  ],
  [
    'a visitor that leaves after the head',
    async (site) => {
      const { visitor, stream } = await begin(site)
      stream.stream.sendHead(ok)
      await visitor.readUntil('\r\n\r\n')
      visitor.socket.destroy()
      await stream.reset
    },
    { ...byApp, status: 200, isComplete: false, reason: left },
  ],
  [
    'a visitor that breaks off its upload',
    async (site) => {
      const { visitor, stream } = await begin(
        site,
        'POST / HTTP/1.1\r\nHost: demo.test\r\nContent-Length: 9\r\n\r\nfour',
      )
      await stream.chunks.next()
      visitor.socket.destroy()
      await stream.reset
    },
    { ...gone, method: 'POST', reason: left, bytesIn: 4 },
  ],
]

/** Requests that only our own ingress ends. */
const refusedBodies: [string, (site: Site) => Promise<string>, Row][] = [
  [
    'an upload that is malformed',
    async (site) => {
      const { visitor } = await begin(
        site,
        'POST / HTTP/1.1\r\nHost: demo.test\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nxyz',
      )
      return await visitor.readAll()
    },
    { ...byEdge, status: 400, code: 'CULVERT_BAD_REQUEST', agentId: 'agent-1' },
  ],
  [
    'an upload that is too slow',
    async (site) => {
      const { visitor } = await begin(site, 'POST / HTTP/1.1\r\nHost: demo.test\r\nContent-Length: 9\r\n\r\nfour')
      return await visitor.readAll()
    },
    { ...byEdge, status: 408, code: 'CULVERT_REQUEST_TIMEOUT', reason: 'body too slow', bytesIn: 4 },
  ],
]

function readId(page: string): string {
  return /X-Culvert-Request-Id: (\S+)/i.exec(page)?.[1] ?? ''
}

/** Fails unless exactly one row, `row`, is recorded before the edge has ended. */
async function expectOnly(
  { api, edge }: { api: FakeApi; edge: { close(options: { graceMs: number }): Promise<void> } },
  row: Row,
) {
  const [recorded, ...more] = await readRows(api)
  expect(recorded).toMatchObject({ hostname: 'demo.test', visitorAddress: '127.0.0.1', ...row })
  await edge.close({ graceMs: 0 })
  expect([...more, ...api.requestReports.unread]).toEqual([])
}

describeExchange('a request', (startEdge) => {
  it.each(ends)('is recorded once, with how it ended: %s', async (_, act, row) => {
    const started = await startEdge({ timing })
    const agent = await started.connectAgent()
    await act({ ...started, agent })
    await expectOnly(started, { accountId: 'account-1', gatewayId: 'gateway-1', ...row })
  })

  it('is recorded once if it is upgraded, with bytes and messages in each direction', async () => {
    const started = await startEdge({ timing })
    const agent = await started.connectAgent()
    const visitor = dialRaw(started.port, upgradeTo('WebSocket'))
    const stream = await agent.nextStream()
    stream.stream.sendHead(switching('websocket'))
    await visitor.readUntil('\r\n\r\n')
    const [one, other] = [frame(1, 'one', true), frame(2, 'x'.repeat(70_000), true)]
    // A message in three frames, with a ping between them.
    const parts = [frame(1, 'a', false), frame(9, 'p', true), frame(0, 'b', false), frame(0, 'c', true)]
    const sent = Buffer.concat([one, ...parts, other])
    visitor.socket.write(sent)
    while (stream.receivedBytes < sent.length) await stream.chunks.next()
    stream.stream.write(one)
    await visitor.readUntil('one')
    visitor.socket.end()
    await stream.ended
    stream.stream.end()
    await visitor.readAll()
    await expectOnly(started, {
      ...byApp,
      status: 101,
      isComplete: true,
      reason: null,
      bytesIn: sent.length,
      bytesOut: one.length,
      messagesIn: 3,
      messagesOut: 1,
    })
  })
})

describe.each([
  ['here', startTestEdge],
  ['through another process', startWithOtherProcess],
])('a request with a body that our own ingress refuses: %s', (_, startEdge) => {
  it.each(refusedBodies)('is recorded once, with how it ended and the id of its page: %s', async (_what, act, row) => {
    const started = await startEdge({ timing })
    const agent = await started.connectAgent()
    const page = await act({ ...started, agent })
    await expectOnly(started, { accountId: 'account-1', id: readId(page), ...row })
  })
})

describe('a request that our own ingress refuses', () => {
  it.each<[string, string, Row]>([
    [
      'a method that no tunnel carries',
      'TRACE /a HTTP/1.1\r\nHost: demo.test\r\n\r\n',
      { status: 405, code: 'CULVERT_METHOD_NOT_ALLOWED', method: 'TRACE', path: '/a' },
    ],
    [
      'an ambiguous head',
      'GET / HTTP/1.1\r\nHost: demo.test\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      { status: 400, code: 'CULVERT_BAD_REQUEST', reason: 'ambiguous length' },
    ],
    [
      'a path that is too long',
      `GET /${'x'.repeat(17_000)} HTTP/1.1\r\nHost: demo.test\r\n\r\n`,
      { status: 414, code: 'CULVERT_URL_TOO_LONG', path: `/${'x'.repeat(2_047)}` },
    ],
  ])('is recorded for its hostname, with the id of its page: %s', async (_, text, row) => {
    const started = await startTestEdge({ timing })
    await started.connectAgent()
    const page = await dialRaw(started.port, text).readAll()
    await expectOnly(started, {
      ...byEdge,
      accountId: 'account-1',
      agentId: null,
      id: readId(page),
      ...row,
    })
  })

  it('is not recorded if it names no hostname, two, or one that the edge itself answers', async () => {
    const { port, api, edge } = await startTestEdge({ timing })
    for (const fields of ['', 'Host: a.test\r\nHost: b.test\r\n', 'Host: edge.test\r\n'])
      await dialRaw(port, `TRACE / HTTP/1.1\r\n${fields}\r\n`).readAll()
    await edge.close({ graceMs: 0 })
    expect(api.requestReports.unread).toEqual([])
  })
})

describeExchange('a request that the edge answers itself', (startEdge) => {
  it.each<[string, (started: Awaited<ReturnType<typeof startTestEdge>>) => Promise<unknown>, Row]>([
    [
      'over a limit',
      async ({ api, port, connectAgent }) => {
        const agent = await connectAgent({ limits: { requestsPerMinute: 1, requestBurst: 1, openRequests: 10 } })
        agent.serve((stream) => stream.respond(204))
        await visit(port)
        await readRows(api)
        await visit(port)
      },
      {
        status: 429,
        code: 'CULVERT_RATE_LIMITED',
        accountId: 'account-1',
        gatewayId: 'gateway-1',
        agentId: null,
        waitingMs: null,
      },
    ],
    [
      'from an address that the account denies',
      async ({ port, api, connectAgent }) => {
        api.restrict({ accountId: 'account-1', version: 1, ranges: ['127.0.0.0/8'] })
        const agent = await connectAgent()
        agent.serve((stream) => stream.respond(204))
        while ((await visit(port)).status !== 403);
        while ((await readRows(api))[0]?.status !== 403);
        await visit(port)
      },
      { status: 403, code: 'CULVERT_FORBIDDEN', accountId: 'account-1', agentId: null },
    ],
    [
      'for a gateway without a connected agent',
      async ({ port, api }) => {
        api.state.reserved.add('demo.test')
        await visit(port)
      },
      { status: 503, code: 'CULVERT_TUNNEL_OFFLINE', accountId: null, gatewayId: null, agentId: null, waitingMs: null },
    ],
    [
      'for a hostname that cannot be looked up',
      async ({ port, api }) => {
        api.state.failure = 'UNAVAILABLE'
        await visit(port)
        api.state.failure = undefined
      },
      { code: 'CULVERT_HOST_UNCHECKED', accountId: null },
    ],
    [
      'for an agent that does not come back in time',
      async ({ port, connectAgent }) => {
        const agent = await connectAgent()
        agent.session.destroy()
        await visit(port)
      },
      // If the agent is elsewhere, it is not known whether it received the request.
      { status: 503, code: 'CULVERT_TUNNEL_OFFLINE', accountId: 'account-1' },
    ],
  ])('is recorded once: one %s', async (_, act, row) => {
    const started = await startEdge({ timing })
    await act(started)
    await expectOnly(started, { ...byEdge, ...row })
  })

  it('is not recorded for an unknown hostname, nor for one of the edge', async () => {
    const { port, api, edge } = await startEdge({ timing })
    expect(await visit(port)).toMatchObject({ status: 404 })
    expect(await visit(port, { headers: { host: 'edge.test' } })).toMatchObject({ status: 200 })
    expect(await visit(port, { headers: { host: 'localhost' }, path: '/healthz' })).toMatchObject({ status: 200 })
    await edge.close({ graceMs: 0 })
    expect(api.requestReports.unread).toEqual([])
  })
})

describe('a request from the API or for it', () => {
  it('is not recorded if it is a probe or for the dashboard', async () => {
    const { port, api, edge, connectAgent } = await startTestEdge({ timing, environment: { EDGE_DASHBOARD: 'on' } })
    const agent = await connectAgent()
    agent.serve((stream) => stream.respond(204))
    const headers = { host: 'demo.test', [probeField]: await api.issueProbe('demo.test') }
    expect(await visit(port, { path: probeTarget, headers })).toMatchObject({ status: 200 })
    await visit(port, { headers: { host: 'culvert.test' } })
    await edge.close({ graceMs: 0 })
    expect(api.requestReports.unread).toEqual([])
  })

  it('is recorded as answered by the app if it only looks like a probe', async () => {
    const started = await startTestEdge({ timing })
    const agent = await started.connectAgent()
    agent.serve((stream) => stream.respond(204))
    await visit(started.port, { path: probeTarget, headers: { host: 'demo.test', [probeField]: 'x' } })
    await expectOnly(started, { ...byApp, path: probeTarget, status: 204 })
  })
})

describe('a request that ends because of a fault in the edge', () => {
  it('is recorded once, as answered by the edge with 500', async () => {
    catchLog()
    const started = await startTestEdge({ timing })
    const agent = await started.connectAgent()
    agent.serve((stream) => stream.respond(204))
    causeFault('stream.head', () => true)
    closeLater(() => probeCallbacks(undefined))
    await dialRaw(started.port, get).readAll()
    await expectOnly(started, {
      answeredBy: 'EDGE',
      status: 500,
      code: 'CULVERT_INTERNAL',
      isComplete: false,
      agentId: 'agent-1',
    })
  })
})

describe('a request that waits for its agent', () => {
  it('is recorded once when its visitor leaves meanwhile', async () => {
    const environment = { EDGE_OPERATIONS_PORT: '0' }
    const started = await startTestEdge({ timing: { ...timing, parkMs: 60_000 }, environment })
    const agent = await started.connectAgent()
    agent.session.destroy()
    const visitor = dialRaw(started.port, get)
    const readMetrics = () => visit(started.edge.operationsPort ?? 0, { path: '/metrics' })
    while (!(await readMetrics()).body.includes('culvert_edge_parked_requests 1\n'));
    visitor.socket.destroy()
    await expectOnly(started, { ...gone, reason: left, waitingMs: null, agentId: null, accountId: 'account-1' })
  })

  it('is recorded with how long it waited', async () => {
    const started = await startTestEdge({ timing: { ...timing, parkMs: 60_000 } })
    const former = await started.connectAgent()
    former.session.destroy()
    const visited = visit(started.port)
    const agent = await started.connectAgent()
    ;(await agent.nextStream()).respond(204)
    await visited
    const [row] = await readRows(started.api)
    expect(row?.waitingMs).toBeGreaterThan(0)
    expect(row?.firstByteMs).toBeGreaterThanOrEqual(row?.waitingMs ?? 0)
    expect(row?.durationMs).toBeGreaterThanOrEqual(row?.firstByteMs ?? 0)
  })
})

describe('an upgraded connection', () => {
  it('that is lost with its agent is recorded as incomplete, without messages if it is not a WebSocket', async () => {
    const started = await startTestEdge({ timing })
    const agent = await started.connectAgent()
    const visitor = dialRaw(started.port, upgradeTo('echo'))
    ;(await agent.nextStream()).stream.sendHead(switching('echo'))
    await visitor.readUntil('\r\n\r\n')
    agent.socket.destroy()
    await visitor.readAll()
    const row = { status: 101, isComplete: false, reason: expect.any(String), messagesIn: null, messagesOut: null }
    await expectOnly(started, { ...byApp, ...row })
  })
})

describe('a request over HTTP/2', () => {
  it.each<[string, (agent: TestAgent, session: ClientHttp2Session) => Promise<unknown>, Row]>([
    [
      'that is answered',
      async (agent, session) => {
        agent.serve((stream) => stream.respond(200, [], 'body'))
        await visitH2(session, { 'user-agent': 'test/2' })
      },
      { ...byApp, status: 200, isComplete: true, bytesOut: 4, userAgent: 'test/2' },
    ],
    [
      'that its visitor cancels before the head',
      async (agent, session) => {
        const sent = askH2(session)
        const stream = await agent.nextStream()
        sent.close(8)
        await stream.reset
      },
      { ...gone, reason: left },
    ],
    [
      'that its visitor cancels after the head',
      async (agent, session) => {
        const sent = askH2(session)
        const stream = await agent.nextStream()
        stream.stream.sendHead(ok)
        await once(sent, 'response')
        sent.close(8)
        await stream.reset
      },
      { ...byApp, status: 200, isComplete: false, reason: left },
    ],
    [
      'with a body that is too slow',
      async (_, session) => {
        const sent = askH2(session, { ':method': 'POST' }, false)
        sent.write('four')
        await readH2(sent)
      },
      { ...byEdge, status: 408, code: 'CULVERT_REQUEST_TIMEOUT', bytesIn: 4 },
    ],
    [
      'that is refused for its method',
      async (_, session) => await visitH2(session, { ':method': 'TRACE' }),
      { ...byEdge, status: 405, code: 'CULVERT_METHOD_NOT_ALLOWED', method: 'TRACE' },
    ],
  ])('is recorded once: one %s', async (_, act, row) => {
    const started = await startSecureEdge({}, timing)
    const agent = await started.connectAgent()
    await act(agent, await connectH2(started.visitor))
    await expectOnly(started, { httpVersion: '2', accountId: 'account-1', ...row })
  })
})

describe('a redirect to HTTPS', () => {
  it('is recorded if a tunnel serves the hostname', async () => {
    const started = await startSecureEdge({ EDGE_HTTPS_REDIRECT: 'true' }, timing)
    await started.connectAgent()
    await visit(started.port, { headers: { host: 'other.test' } })
    await visit(started.port)
    await expectOnly(started, { ...byEdge, status: 308, code: null, reason: null, accountId: 'account-1' })
  })
})

describe('EDGE_RECORD_REQUESTS=off', () => {
  it('turns recording off', async () => {
    const { port, api, edge, connectAgent } = await startTestEdge({
      timing,
      environment: { EDGE_RECORD_REQUESTS: 'off' },
    })
    const agent = await connectAgent()
    agent.serve((stream) => stream.respond(204))
    await visit(port)
    await dialRaw(port, 'TRACE / HTTP/1.1\r\nHost: demo.test\r\n\r\n').readAll()
    await edge.close({ graceMs: 0 })
    expect(api.requestReports.unread).toEqual([])
  })
})

function upgradeTo(protocol: string): string {
  return `GET / HTTP/1.1\r\nHost: demo.test\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n\r\n`
}

function switching(protocol: string) {
  return { status: 101, reason: 'Switching Protocols', fields: [['Upgrade', protocol] as const] }
}

/** An unmasked WebSocket frame (RFC 6455, section 5.2). */
function frame(opcode: number, text: string, isFinal: boolean): Buffer {
  const payload = Buffer.from(text)
  const head = Buffer.alloc(payload.length < 126 ? 2 : 10)
  head[0] = opcode | (isFinal ? 0x80 : 0)
  head[1] = payload.length < 126 ? payload.length : 127
  if (payload.length >= 126) head.writeBigUInt64BE(BigInt(payload.length), 2)
  return Buffer.concat([head, payload])
}

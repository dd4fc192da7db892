import { afterEach, describe, expect, it } from 'vitest'
import { agentCallAnswerToken } from '@culvert/schema/tokens'
import type { AgentCallClaims } from '@culvert/schema/tokens'
import { probeCallbacks } from '@culvert/program/guard'
import { decodeJwt, generateKeyPair, jwtVerify } from 'jose'
import { edgeSecret } from '../testing/fake-api.ts'
import type { FakeApi, TicketFaults } from '../testing/fake-api.ts'
import { catchLog, causeFault } from '../testing/fault-log.ts'
import { closeAll, Queue } from '../testing/queue.ts'
import type { AgentStream } from '../testing/test-agent.ts'
import { describeExchange, startTestEdge } from '../testing/test-edge.ts'
import { dialRaw, visit } from '../testing/test-visitor.ts'

afterEach(async () => {
  probeCallbacks(undefined)
  await closeAll()
})

const path = '/.culvert/agent'
const json: [string, string][] = [['Content-Type', 'application/json']]

describeExchange('a call from the API to an agent', (startEdge) => {
  it('reaches the agent as its token describes it, and its answer returns with proof from the edge', async () => {
    const { port, api, connectAgent } = await startEdge()
    const agent = await connectAgent()
    const body = '{"requestId":"id-2"}'
    const calling = call(port, api, { method: 'POST', target: '/requests/id-1/replay' }, body)
    const stream = await agent.nextStream()
    expect(stream.head).toMatchObject({ kind: 'agent', method: 'POST', target: '/requests/id-1/replay', requestId: '' })
    expect(stream.field('host')).toBe('demo.test')
    await stream.ended
    expect((await stream.chunks.next()).toString()).toBe(body)
    stream.respond(201, json, '{"answer":1}')
    expect(await calling).toMatchObject({
      status: 201,
      body: '{"answer":1}',
      headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    })
    expect((await calling).headers).not.toHaveProperty('x-culvert-error')
  })

  it('returns an answer of 8 MB whole', async () => {
    const { port, api, connectAgent } = await startEdge()
    const agent = await connectAgent()
    const answer = JSON.stringify({ content: 'x'.repeat(8_000_000) })
    agent.serve((stream) => stream.respond(200, json, answer))
    expect((await call(port, api)).body === answer).toBe(true)
  })

  it('may have a body of 2.5 MiB, and is refused if the body is one byte longer', async () => {
    const { port, api, connectAgent } = await startEdge()
    const agent = await connectAgent()
    agent.serve((stream) => void stream.ended.then(() => stream.respond(200, json, `${stream.receivedBytes}`)))
    const put = (length: number) => call(port, api, { method: 'PUT', target: '/sets/a' }, 'x'.repeat(length))
    expect(await put(2_621_440)).toMatchObject({ status: 200, body: '2621440' })
    expect(await put(2_621_441)).toMatchObject(
      failure(400, 'CULVERT_BAD_REQUEST', 'Expected a body of at most 2621440 bytes.'),
    )
  })

  it('does not reach the agent if its body is not the one that its token names', async () => {
    const { port, api, connectAgent } = await startEdge()
    const agent = await connectAgent()
    agent.serve((stream) => stream.respond(200, json, '1'))
    const token = await api.issueCall({ method: 'POST' }, 'other')
    expect(await post(port, token, 'body')).toMatchObject(
      failure(400, 'CULVERT_BAD_REQUEST', 'The body is not the one that the token names.'),
    )
  })

  it('times out if the agent does not answer, and is cancelled at the agent; a run may take longer', async () => {
    const { port, api, connectAgent } = await startEdge({ timing: { callMs: 100, runMs: 60_000 } })
    const agent = await connectAgent()
    const calling = call(port, api)
    const stream = await agent.nextStream()
    expect(await calling).toMatchObject(failure(504, 'CULVERT_AGENT_TIMEOUT', 'The agent gave no answer for 0.1 s.'))
    expect(await stream.reset).toBe('CANCELLED')
    // A run of a set may take longer.
    const running = call(port, api, { method: 'POST', target: '/sets/a/run' })
    const run = await agent.nextStream()
    expect(await call(port, api)).toMatchObject({ status: 504 })
    run.respond(200, json, '{}')
    expect(await running).toMatchObject({ status: 200 })
  })

  it('fails with CULVERT_AGENT_LOST if the agent resets the stream', async () => {
    const { port, api, connectAgent } = await startEdge()
    const agent = await connectAgent()
    agent.serve(({ stream }) => stream.reset('INTERNAL', 'a fault'))
    expect(await call(port, api)).toMatchObject(failure(502, 'CULVERT_AGENT_LOST', 'The agent gave no answer: a fault'))
  })

  it('is cancelled at the agent when its caller disconnects', async () => {
    const { port, api, connectAgent } = await startEdge()
    const agent = await connectAgent()
    const visitor = dialRaw(
      port,
      `POST ${path} HTTP/1.1\r\nHost: demo.test\r\nContent-Length: 0\r\nCulvert-Agent-Call: ${await api.issueCall()}\r\n\r\n`,
    )
    const stream = await agent.nextStream()
    visitor.socket.destroy()
    expect(await stream.reset).toBe('CANCELLED')
  })

  it('does not shadow a page of the app at the same path', async () => {
    const { port, connectAgent } = await startEdge()
    const agent = await connectAgent()
    agent.serve(
      (stream) => void stream.ended.then(() => stream.respond(200, [], `${stream.head.kind} ${stream.receivedBytes}`)),
    )
    expect(await visit(port, { method: 'POST', path, body: 'mine' })).toMatchObject({ body: 'http 4' })
    expect(await post(port, 'no token', 'mine')).toMatchObject({ body: 'http 4' })
    expect(await visit(port, { path, headers: { 'culvert-agent-call': 'x' } })).toMatchObject({ body: 'http 0' })
  })
})

const nowSeconds = Math.floor(Date.now() / 1_000)

it.each<[string, TicketFaults, Partial<AgentCallClaims>]>([
  ['an expired token', { issuedAt: nowSeconds - 200, expiresAt: nowSeconds - 80 }, {}],
  ['a ticket as its token', { typ: 'ticket+jwt' }, {}],
  ['a probe token', { typ: 'probe+jwt' }, {}],
  ['a token for another audience', { audience: 'culvert:api' }, {}],
  ['a token of another installation', { issuer: 'http://other.test' }, {}],
  ['a token for another hostname', {}, { sub: 'other.test' }],
  ['a token for an absolute URL', {}, { target: 'http://other.test/' }],
  ['a token for a path with a line break', {}, { target: '/a\r\nb' }],
  ['a token signed with another key', { privateKey: (await generateKeyPair('EdDSA')).privateKey }, {}],
])('a call with %s goes to the app like any other request, and never to the agent', async (_, faults, claims) => {
  const { port, api, connectAgent } = await startTestEdge()
  const agent = await connectAgent()
  agent.serve((stream) => stream.respond(200, [], stream.head.kind))
  expect(await post(port, await api.issueCall(claims, '', faults))).toMatchObject({ body: 'http' })
})

it('a call reaches the agent only once', async () => {
  const { port, api, connectAgent } = await startTestEdge()
  const agent = await connectAgent()
  agent.serve((stream) => stream.respond(200, [], stream.head.kind))
  const token = await api.issueCall()
  expect(await post(port, token)).toMatchObject({ body: 'agent' })
  expect(await post(port, token)).toMatchObject({ body: 'http' })
})

describe('a call that reaches no agent', () => {
  it('gets CULVERT_TUNNEL_OFFLINE if no agent is connected, another one has the hostname, or it has left', async () => {
    const { port, api, connectAgent } = await startTestEdge()
    const offline = failure(404, 'CULVERT_TUNNEL_OFFLINE', 'This edge has no connection to the agent.')
    expect(await call(port, api)).toMatchObject(offline)
    const agent = await connectAgent()
    agent.serve((stream) => stream.respond(200, json, '1'))
    expect(await call(port, api, { agentId: 'agent-2' })).toMatchObject(offline)
    expect(await call(port, api)).toMatchObject({ status: 200 })
    agent.session.destroy()
    for (;;) {
      const answer = await call(port, api)
      if (answer.status === 404) break
    }
  })

  it('gets CULVERT_AGENT_OLD if the agent is too old, though its tunnel still serves visitors', async () => {
    const { port, api, connectAgent } = await startTestEdge()
    const agent = await connectAgent({}, [])
    agent.serve((stream) => stream.respond(200, [], `served without an id: ${stream.head.requestId === ''}`))
    expect(await call(port, api)).toMatchObject(
      failure(
        501,
        'CULVERT_AGENT_OLD',
        'The agent is older than calls of the dashboard: update culvert on its machine.',
      ),
    )
    expect(await visit(port)).toMatchObject({ body: 'served without an id: true' })
  })

  it('gets CULVERT_AGENT_BUSY while four calls are open on the session', async () => {
    const { port, api, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const open: AgentStream[] = []
    const calling = Array.from({ length: 4 }, () => call(port, api))
    for (const _ of calling) open.push(await agent.nextStream())
    expect(await call(port, api)).toMatchObject({ status: 429, headers: { 'x-culvert-error': 'CULVERT_AGENT_BUSY' } })
    for (const stream of open) stream.respond(200, json, '1')
    await Promise.all(calling)
    agent.serve((stream) => stream.respond(200, json, '2'))
    expect(await call(port, api)).toMatchObject({ status: 200, body: '2' })
  })
})

describe('an invalid answer from an agent', () => {
  it.each([204, 304, 700])('with status %i yields CULVERT_AGENT_LOST', async (status) => {
    const { port, api, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    agent.serve((stream) => stream.respond(status))
    expect(await call(port, api)).toMatchObject({ status: 502, headers: { 'x-culvert-error': 'CULVERT_AGENT_LOST' } })
  })

  it('is cut off if it exceeds 8 MiB', async () => {
    const { port, api, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    agent.serve((stream) => stream.respond(200, json, 'x'.repeat(8_388_609)))
    await expect(call(port, api)).rejects.toThrow('aborted')
    expect(agent.session.isOpen).toBe(true)
  })

  it('is cut off if it breaks off or stalls halfway', async () => {
    const { port, api, connectAgent } = await startTestEdge({ timing: { callMs: 100 } })
    const agent = await connectAgent()
    const halves = [({ stream }: AgentStream) => stream.reset('INTERNAL', 'a fault'), () => {}]
    for (const goOn of halves) {
      agent.serve((stream) => {
        stream.stream.sendHead({ status: 200, reason: '', fields: json })
        stream.stream.write(Buffer.from('half'))
        setImmediate(goOn, stream)
      })
      await expect(call(port, api)).rejects.toThrow('aborted')
    }
  })

  it('loses its header fields, and a malformed Content-Type is replaced', async () => {
    const { port, api, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    agent.serve((stream) =>
      stream.respond(
        200,
        [
          ['Content-Type', 'a\tb'],
          ['Set-Cookie', 'a=b'],
          ['Culvert-Agent-Answer', 'forged'],
        ],
        '1',
      ),
    )
    const { headers } = await call(port, api)
    expect(headers['content-type']).toBe('application/octet-stream')
    expect(headers).not.toHaveProperty('set-cookie')
  })
})

it('a call is neither recorded as a request nor subject to restrictions on visitors', async () => {
  const { port, api, connectAgent } = await startTestEdge({ timing: { requestsMs: 20 } })
  const agent = await connectAgent()
  agent.serve((stream) => stream.respond(200, json, '1'))
  api.restrict({ accountId: 'account-1', ranges: ['127.0.0.0/8'], version: 1 })
  while ((await visit(port)).status !== 403);
  expect(await call(port, api)).toMatchObject({ status: 200 })
  api.restrict({ accountId: 'account-1', ranges: [], version: 2 })
  while ((await visit(port, { path: '/visited' })).status !== 200);
  for (;;) {
    const { requests } = await api.requestReports.next()
    expect(requests.filter((row) => row.path === path)).toEqual([])
    if (requests.some((row) => row.path === '/visited' && row.status === 200)) break
  }
})

it('a call does not count as usage, whether it succeeds or fails', async () => {
  const { port, api, edge, connectAgent } = await startTestEdge()
  const agent = await connectAgent()
  agent.serve((stream) => void stream.ended.then(() => stream.respond(200, json, '1')))
  expect(await call(port, api, { method: 'POST' }, '{}')).toMatchObject({ status: 200, body: '1' })
  agent.serve(({ stream }) => stream.reset('INTERNAL', 'a fault'))
  expect(await call(port, api)).toMatchObject({ status: 502 })
  agent.serve((stream) => stream.respond(204))
  await visit(port)
  await edge.close({ graceMs: 0 })
  const counted = { requests: 0, failedRequests: 0, dataIn: 0, dataOut: 0 }
  for (const row of api.usageReports.unread.flatMap(({ rows }) => rows)) {
    counted.requests += row.requests
    counted.failedRequests += row.failedRequests
    counted.dataIn += row.dataIn
    counted.dataOut += row.dataOut
  }
  expect(counted).toEqual({ requests: 1, failedRequests: 0, dataIn: 0, dataOut: 0 })
})

it("a visitor's request reaches the agent with the id of its record", async () => {
  const { port, api, connectAgent } = await startTestEdge({ timing: { requestsMs: 20 } })
  const agent = await connectAgent()
  agent.serve((stream) => stream.respond(200, [], stream.head.requestId))
  const { body } = await visit(port, { path: '/seen' })
  const { requests } = await api.requestReports.next()
  expect(requests).toMatchObject([{ path: '/seen', id: body }])
})

it.each(['stream.head', 'stream.data'])('a fault in %s ends only that call, and is logged', async (place) => {
  const lines = catchLog()
  const { port, api, connectAgent } = await startTestEdge({ environment: { LOG_LEVEL: 'error' } })
  const agent = await connectAgent()
  Object.assign(agent, { onHandlerError: () => {} })
  agent.serve((stream) => stream.respond(200, json, '1'))
  const token = await api.issueCall()
  const { caused } = causeFault(place, () => true)
  const calling = post(port, token).catch(() => undefined)
  await caused
  probeCallbacks(undefined)
  await calling
  expect((await lines.next()).err?.message).toBe(`a fault in ${place}`)
  // As many as may be open at a time: the call that failed is not one of them.
  const open = new Queue<AgentStream>()
  agent.serve((stream) => open.push(stream))
  const others = Array.from({ length: 3 }, () => call(port, api))
  const streams = [await open.next(), await open.next(), await open.next()]
  agent.serve((stream) => stream.respond(200, json, '1'))
  expect(await call(port, api)).toMatchObject({ status: 200 })
  for (const stream of streams) stream.respond(200, json, '1')
  for (const answer of await Promise.all(others)) expect(answer).toMatchObject({ status: 200 })
  expect(await visit(port)).toMatchObject({ status: 200 })
})

/** Makes a call as the API does, and checks the proof in its answer. */
async function call(port: number, api: FakeApi, claims: Partial<AgentCallClaims> = {}, body = '') {
  const token = await api.issueCall(claims, body)
  const answer = await post(port, token, body)
  const { typ, audience } = agentCallAnswerToken
  const proof = String(answer.headers['culvert-agent-answer'])
  const { payload } = await jwtVerify(proof, new TextEncoder().encode(edgeSecret), { typ, audience })
  expect(payload.sub).toBe(decodeJwt(token).jti)
  return answer
}

function post(port: number, token: string, body = '') {
  return visit(port, { method: 'POST', path, headers: { 'culvert-agent-call': token }, body })
}

function failure(status: number, code: string, message: string) {
  return { status, headers: { 'x-culvert-error': code }, body: JSON.stringify({ message }) }
}

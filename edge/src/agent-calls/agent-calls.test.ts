import { afterEach, describe, expect, it } from 'vitest'
import { agentCallAnswerToken } from '@culvert/schema/tokens'
import type { AgentCallClaims } from '@culvert/schema/tokens'
import { probeCallbacks } from '@culvert/program/guard'
import { decodeJwt, generateKeyPair, jwtVerify } from 'jose'
import { edgeSecret } from '../testing/fake-api.ts'
import type { FakeApi, TicketFaults } from '../testing/fake-api.ts'
import { catchLog, causeFault } from '../testing/fault-log.ts'
import { closeAll } from '../testing/queue.ts'
import type { AgentStream } from '../testing/test-agent.ts'
import { describeExchange, startTestEdge } from '../testing/test-edge.ts'
import { dialRaw, visit } from '../testing/test-visitor.ts'

afterEach(async () => {
  probeCallbacks(undefined)
  await closeAll()
})

const path = '/.culvert/agent'
const json: [string, string][] = [['Content-Type', 'application/json']]

describeExchange('a call of the API to an agent', (startEdge) => {
  it('comes to the agent as its token names it, and its answer back with the proof of the edge', async () => {
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

  it('has an answer of several megabytes, and stays whole', async () => {
    const { port, api, connectAgent } = await startEdge()
    const agent = await connectAgent()
    const answer = JSON.stringify({ content: 'x'.repeat(8_000_000) })
    agent.serve((stream) => stream.respond(200, json, answer))
    expect((await call(port, api)).body === answer).toBe(true)
  })

  it('is passed on with a body of 2.5 MiB, and with no byte more', async () => {
    const { port, api, connectAgent } = await startEdge()
    const agent = await connectAgent()
    agent.serve((stream) => void stream.ended.then(() => stream.respond(200, json, `${stream.receivedBytes}`)))
    const put = (length: number) => call(port, api, { method: 'PUT', target: '/sets/a' }, 'x'.repeat(length))
    expect(await put(2_621_440)).toMatchObject({ status: 200, body: '2621440' })
    expect(await put(2_621_441)).toMatchObject(
      failure(400, 'CULVERT_BAD_REQUEST', 'Expected a body of at most 2621440 bytes.'),
    )
  })

  it('with another body than its token names does not reach the agent', async () => {
    const { port, api, connectAgent } = await startEdge()
    const agent = await connectAgent()
    agent.serve((stream) => stream.respond(200, json, '1'))
    const token = await api.issueCall({ method: 'POST' }, 'other')
    expect(await post(port, token, 'body')).toMatchObject(
      failure(400, 'CULVERT_BAD_REQUEST', 'The body is not the one that the token names.'),
    )
  })

  it('is told when the agent gives no answer, and the agent that nobody waits any more', async () => {
    const { port, api, connectAgent } = await startEdge({ timing: { callMs: 100, runMs: 60_000 } })
    const agent = await connectAgent()
    const calling = call(port, api)
    const stream = await agent.nextStream()
    expect(await calling).toMatchObject(failure(504, 'CULVERT_AGENT_TIMEOUT', 'The agent gave no answer for 0.1 s.'))
    expect(await stream.reset).toBe('CANCELLED')
    // A set takes longer.
    const running = call(port, api, { method: 'POST', target: '/sets/a/run' })
    const run = await agent.nextStream()
    expect(await call(port, api)).toMatchObject({ status: 504 })
    run.respond(200, json, '{}')
    expect(await running).toMatchObject({ status: 200 })
  })

  it('is told when the agent breaks off', async () => {
    const { port, api, connectAgent } = await startEdge()
    const agent = await connectAgent()
    agent.serve(({ stream }) => stream.reset('INTERNAL', 'a fault'))
    expect(await call(port, api)).toMatchObject(failure(502, 'CULVERT_AGENT_LOST', 'The agent gave no answer: a fault'))
  })

  it('is given up at the agent when its caller leaves', async () => {
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

  it('takes nothing from an app that has a page of the same name', async () => {
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
  ['expired', { issuedAt: nowSeconds - 200, expiresAt: nowSeconds - 80 }, {}],
  ['a ticket', { typ: 'ticket+jwt' }, {}],
  ['a probe', { typ: 'probe+jwt' }, {}],
  ['for another audience', { audience: 'culvert:api' }, {}],
  ['of another installation', { issuer: 'http://other.test' }, {}],
  ['about another hostname', {}, { sub: 'other.test' }],
  ['for no path', {}, { target: 'http://other.test/' }],
  ['for a path of two lines', {}, { target: '/a\r\nb' }],
  ['somebody else’s', { privateKey: (await generateKeyPair('EdDSA')).privateKey }, {}],
])('a call that is %s goes to the app as any request does, and never to the agent', async (_, faults, claims) => {
  const { port, api, connectAgent } = await startTestEdge()
  const agent = await connectAgent()
  agent.serve((stream) => stream.respond(200, [], stream.head.kind))
  expect(await post(port, await api.issueCall(claims, '', faults))).toMatchObject({ body: 'http' })
})

it('a call is passed on once', async () => {
  const { port, api, connectAgent } = await startTestEdge()
  const agent = await connectAgent()
  agent.serve((stream) => stream.respond(200, [], stream.head.kind))
  const token = await api.issueCall()
  expect(await post(port, token)).toMatchObject({ body: 'agent' })
  expect(await post(port, token)).toMatchObject({ body: 'http' })
})

describe('a call that no agent gets', () => {
  it('is told that no agent is there, that another has the hostname, or that it is away', async () => {
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

  it('is told that the agent is too old, whose tunnel serves visitors all the same', async () => {
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

  it('is told that as many are open as may be: four a session', async () => {
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

describe('an agent that answers as none should', () => {
  it.each([204, 304, 700])('with %i is taken for lost', async (status) => {
    const { port, api, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    agent.serve((stream) => stream.respond(status))
    expect(await call(port, api)).toMatchObject({ status: 502, headers: { 'x-culvert-error': 'CULVERT_AGENT_LOST' } })
  })

  it('with more than 8 MiB is cut off', async () => {
    const { port, api, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    agent.serve((stream) => stream.respond(200, json, 'x'.repeat(8_388_609)))
    await expect(call(port, api)).rejects.toThrow('aborted')
    expect(agent.session.isOpen).toBe(true)
  })

  it('with half an answer is cut off, once it breaks off or takes too long', async () => {
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

  it('with fields of its own has none of them sent but a plain Content-Type', async () => {
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

it('a call is neither recorded, nor counted, nor refused as a visitor is', async () => {
  const { port, api, connectAgent } = await startTestEdge({ timing: { usageMs: 20, requestsMs: 20 } })
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

it('visitors’ requests carry the id that their record has', async () => {
  const { port, api, connectAgent } = await startTestEdge({ timing: { requestsMs: 20 } })
  const agent = await connectAgent()
  agent.serve((stream) => stream.respond(200, [], stream.head.requestId))
  const { body } = await visit(port, { path: '/seen' })
  const { requests } = await api.requestReports.next()
  expect(requests).toMatchObject([{ path: '/seen', id: body }])
})

it.each(['stream.head', 'stream.data'])('a fault in %s ends the call alone, and is logged with it', async (place) => {
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
  // As many as may be open: no earlier call is still open.
  for (let count = 0; count < 5; count += 1) expect(await call(port, api)).toMatchObject({ status: 200 })
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

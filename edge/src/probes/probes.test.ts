import { afterEach, expect, it } from 'vitest'
import { probeAnswerToken } from '@culvert/schema/tokens'
import { generateKeyPair, jwtVerify } from 'jose'
import { edgeSecret } from '../testing/fake-api.ts'
import type { TicketFaults } from '../testing/fake-api.ts'
import { closeAll } from '../testing/queue.ts'
import { describeExchange, startTestEdge } from '../testing/test-edge.ts'
import { visit } from '../testing/test-visitor.ts'

afterEach(closeAll)

const nowSeconds = Math.floor(Date.now() / 1_000)

describeExchange('a probe from the API', (startEdge) => {
  it('is answered with the round trip time to the agent and the status that the app returns for HEAD', async () => {
    const { port, api, connectAgent } = await startEdge()
    const agent = await connectAgent()
    const probed = probe(port, await api.issueProbe('demo.test'))
    const stream = await agent.nextStream()
    expect(stream.head).toMatchObject({ method: 'HEAD', target: '/' })
    expect([stream.field('host'), stream.field('culvert-probe'), stream.field('x-forwarded-proto')]).toEqual([
      'demo.test',
      '1',
      'http',
    ])
    stream.respond(404)
    const { agent: agentHop, app } = await probed
    expect(agentHop).toEqual({ durationMs: expect.any(Number), failure: null, status: null })
    expect(app).toEqual({ durationMs: expect.any(Number), failure: null, status: 404 })
  })

  it.each(['REFUSED', 'ORIGIN_CLOSED'] as const)('reports why the app failed: %s', async (code) => {
    const { port, api, connectAgent } = await startEdge()
    const agent = await connectAgent()
    agent.serve(({ stream }) => stream.reset(code, 'the agent says why'))
    const { app } = await probe(port, await api.issueProbe('demo.test'))
    const failure = { code: `CULVERT_APP_${code.replace('ORIGIN_', '')}`, detail: 'the agent says why' }
    expect(app).toMatchObject({ failure, status: null })
  })

  it('gives up on an app that hangs, and cancels the request', async () => {
    const { port, api, connectAgent } = await startEdge({ timing: { probeMs: 100 } })
    const agent = await connectAgent()
    const probed = probe(port, await api.issueProbe('demo.test'))
    const stream = await agent.nextStream()
    expect(await probed).toMatchObject({ agent: { failure: null }, app: { failure: { code: 'CULVERT_APP_TIMEOUT' } } })
    expect(await stream.reset).toBe('CANCELLED')
  })

  it('reports that the agent does not answer', async () => {
    const { port, api, connectAgent } = await startEdge({ timing: { probeMs: 100 } })
    const agent = await connectAgent()
    agent.socket.pause()
    expect(await probe(port, await api.issueProbe('demo.test'))).toMatchObject({
      agent: { failure: { code: 'CULVERT_AGENT_LOST', detail: 'no answer to a ping for 0.1 s' } },
      app: null,
    })
  })

  it('reaches the agent of a pool that it names', async () => {
    const { port, api, connectAgent } = await startEdge()
    for (const sub of ['a', 'b']) {
      const agent = await connectAgent({ sub, pool: true })
      agent.serve((stream) => stream.respond(sub === 'a' ? 201 : 202))
    }
    const ask = async (agentId: string) => await probe(port, await api.issueProbe('demo.test', {}, agentId))
    for (let count = 0; count < 2; count += 1) {
      expect(await ask('a')).toMatchObject({ app: { status: 201 } })
      expect(await ask('b')).toMatchObject({ app: { status: 202 } })
    }
    expect(await ask('c')).toMatchObject({ agent: { failure: { code: 'CULVERT_TUNNEL_OFFLINE' } }, app: null })
  })

  it('reports that no agent is connected', async () => {
    const { port, api } = await startEdge()
    expect(await probe(port, await api.issueProbe('demo.test'))).toMatchObject({
      agent: { failure: { code: 'CULVERT_TUNNEL_OFFLINE' } },
      app: null,
    })
  })

  it('is answered only once', async () => {
    const { port, api, connectAgent } = await startEdge()
    const agent = await connectAgent()
    agent.serve((stream) => stream.respond(200, [], 'of the app'))
    const token = await api.issueProbe('demo.test')
    await probe(port, token)
    expect(await ask(port, token)).toMatchObject({ body: 'of the app' })
  })

  it('does not shadow a page of the app at the same path', async () => {
    const { port, connectAgent } = await startEdge()
    const agent = await connectAgent()
    agent.serve((stream) => stream.respond(200, [], stream.head.target))
    expect(await visit(port, { path: '/.culvert/probe' })).toMatchObject({ body: '/.culvert/probe' })
  })
})

it.each<[string, TicketFaults, string]>([
  ['an expired token', { issuedAt: nowSeconds - 200, expiresAt: nowSeconds - 80 }, 'demo.test'],
  ['a ticket as its token', { typ: 'ticket+jwt' }, 'demo.test'],
  ['a token for another audience', { audience: 'culvert:api' }, 'demo.test'],
  ['a token of another installation', { issuer: 'http://other.test' }, 'demo.test'],
  ['a token for another hostname', {}, 'other.test'],
  ['a token signed with another key', { privateKey: (await generateKeyPair('EdDSA')).privateKey }, 'demo.test'],
])('a probe with %s goes to the app like any other request', async (_, faults, hostname) => {
  const { port, api, connectAgent } = await startTestEdge()
  const agent = await connectAgent()
  agent.serve((stream) => stream.respond(200, [], 'of the app'))
  expect(await ask(port, await api.issueProbe(hostname, faults))).toMatchObject({ body: 'of the app' })
})

const ask = (port: number, token: string) =>
  visit(port, { path: '/.culvert/probe', headers: { 'culvert-probe': token } })

/** Returns the edge's answer, with its signature checked. */
async function probe(port: number, token: string) {
  const { status, headers, body } = await ask(port, token)
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'application/jwt', 'no-store'])
  const { typ, audience } = probeAnswerToken
  return (await jwtVerify(body, new TextEncoder().encode(edgeSecret), { typ, audience })).payload
}

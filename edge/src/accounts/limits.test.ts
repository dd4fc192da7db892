import { afterEach, describe, expect, it } from 'vitest'
import type { TicketLimits } from '@culvert/schema/tokens'
import { closeAll } from '../testing/queue.ts'
import { startRedis } from '../testing/redis.ts'
import { startSiblingEdge, startTestEdge } from '../testing/test-edge.ts'
import { dialRaw, visit } from '../testing/test-visitor.ts'

afterEach(closeAll)

const limitsOf = (change: Partial<TicketLimits>) => ({
  limits: { requestsPerMinute: 1, requestBurst: 1_000, openRequests: 1_000, ...change },
})

describe('the limit on the request rate', () => {
  it('admits a first page load of 500 simultaneous requests under the default limits of the API', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent(limitsOf({ requestsPerMinute: 1_000, requestBurst: 5_000 }))
    agent.serve((stream) => stream.respond(204))
    const answers = await Promise.all(Array.from({ length: 500 }, () => visit(port)))
    expect(answers.filter(({ status }) => status !== 204)).toEqual([])
  })

  it('is shared by all tunnels of an account; a refusal says which limit, whose, what is left and when to retry', async () => {
    const { port, connectAgent } = await startTestEdge()
    const claims = limitsOf({ requestBurst: 2 })
    const agents = [
      await connectAgent(claims),
      await connectAgent({ sub: 'agent-2', hostname: 'two.test', ...claims }),
      await connectAgent({ sub: 'agent-3', hostname: 'three.test', accountId: 'account-3', ...claims }),
    ]
    for (const agent of agents) agent.serve((stream) => stream.respond(204))
    const visitTwo = () => visit(port, { headers: { host: 'two.test', accept: 'application/json' } })
    expect(await visit(port)).toMatchObject({ status: 204 })
    expect(await visitTwo()).toMatchObject({ status: 204 })
    const { status, headers, body } = await visitTwo()
    expect({ status, headers }).toMatchObject({
      status: 429,
      headers: {
        'x-culvert-error': 'CULVERT_RATE_LIMITED',
        'ratelimit-policy': '"account-requests";q=1;w=60',
        ratelimit: '"account-requests";r=0;t=60',
        'retry-after': '60',
      },
    })
    expect(JSON.parse(body)).toEqual({
      error: {
        code: 'CULVERT_RATE_LIMITED',
        message:
          'All tunnels of this account together may carry 1 requests a minute, and none is left. Try again in 60 seconds.',
        requestId: headers['x-culvert-request-id'],
        limit: { name: 'requests', scope: 'account', limit: 1, windowSeconds: 60, remaining: 0, resetSeconds: 60 },
      },
    })
    expect(await visit(port, { headers: { host: 'three.test' } })).toMatchObject({ status: 204 })
  })

  it('does not apply to bytes: a download of 4 MB arrives whole', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent(limitsOf({ requestBurst: 1 }))
    agent.serve((stream) => stream.respond(200, [], 'x'.repeat(4_000_000)))
    expect((await visit(port)).body).toHaveLength(4_000_000)
  })

  it('is not reset when another agent of the account connects', async () => {
    const { port, connectAgent } = await startTestEdge()
    const claims = limitsOf({ requestBurst: 1 })
    const agent = await connectAgent(claims)
    agent.serve((stream) => stream.respond(204))
    await visit(port)
    agent.session.goAway({ code: 'STOPPED', message: 'Enough.', graceMs: 0 })
    await agent.closed
    await connectAgent({ sub: 'agent-2', ...claims })
    expect(await visit(port)).toMatchObject({ status: 429 })
  })
})

describe('the limit on open requests', () => {
  it('counts upgraded connections too, and admits a request as soon as another has ended', async () => {
    const { port, connectAgent } = await startTestEdge({ environment: { EDGE_SHARE_PER_ADDRESS: '100' } })
    const agent = await connectAgent(limitsOf({ openRequests: 2 }))
    const upgraded = dialRaw(port, 'GET / HTTP/1.1\r\nHost: demo.test\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n')
    const { stream } = await agent.nextStream()
    stream.sendHead({ status: 101, reason: '', fields: [] })
    await upgraded.readUntil('\r\n\r\n')
    const second = visit(port)
    const secondStream = await agent.nextStream()
    expect(await visit(port)).toMatchObject({
      status: 503,
      headers: {
        'x-culvert-error': 'CULVERT_TOO_MANY_OPEN',
        'ratelimit-policy': '"account-open-requests";q=2;qu="concurrent-requests"',
        ratelimit: '"account-open-requests";r=0;t=1',
        'retry-after': '1',
      },
    })
    secondStream.respond(204)
    await second
    const third = visit(port)
    ;(await agent.nextStream()).respond(204)
    expect(await third).toMatchObject({ status: 204 })
    upgraded.socket.destroy()
  })
})

describe('the share of one network', () => {
  it('is half of the open requests, so that visitors from other networks are still served', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent(limitsOf({ openRequests: 4 }))
    const greedy = [begin(port, '127.0.0.2'), begin(port, '127.0.0.2')]
    const streams = [await agent.nextStream(), await agent.nextStream()]
    const refused = begin(port, '127.0.0.2')
    expect(await refused.readUntil('}}\n')).toMatch(
      /^HTTP\/1\.1 429 [^]*X-Culvert-Error: CULVERT_TOO_MANY_FROM_NETWORK\r\n[^]*RateLimit-Policy: "network-open-requests";q=2;qu="concurrent-requests"\r\n[^]*Visitors from one network may have 2 requests at once [^]*"scope":"network","limit":2/,
    )
    const other = begin(port, '127.0.0.3')
    ;(await agent.nextStream()).respond(204)
    await other.readUntil('HTTP/1.1 204')
    for (const stream of streams) stream.respond(204)
    for (const visitor of greedy) await visitor.readUntil('HTTP/1.1 204')
    const again = begin(port, '127.0.0.2')
    ;(await agent.nextStream()).respond(204)
    await again.readUntil('HTTP/1.1 204')
  })

  it('treats an IPv6 /64 as one network, by the addresses that a trusted proxy reports', async () => {
    const { port, connectAgent } = await startTestEdge({
      environment: { EDGE_TRUSTED_PROXIES: '127.0.0.1', EDGE_SHARE_PER_ADDRESS: '25' },
    })
    const agent = await connectAgent(limitsOf({ openRequests: 4 }))
    const from = (address: string) => visit(port, { headers: { 'x-forwarded-for': address } })
    const first = from('2001:db8::1')
    const stream = await agent.nextStream()
    expect(await from('2001:db8::2')).toMatchObject({ status: 429 })
    const other = from('2001:db8:0:1::1')
    ;(await agent.nextStream()).respond(204)
    expect(await other).toMatchObject({ status: 204 })
    stream.respond(204)
    expect(await first).toMatchObject({ status: 204 })
  })
})

describe('rates', () => {
  it('are reported to the API: current values, peaks since the last report, and the return to zero', async () => {
    const { api, port, connectAgent } = await startTestEdge({ timing: { ratesMs: 20 } })
    const agent = await connectAgent()
    const visits = [visit(port), visit(port), visit(port)]
    const streams = [await agent.nextStream(), await agent.nextStream(), await agent.nextStream()]
    const [first, second] = [await api.rateReports.next(), await api.rateReports.next()]
    expect(first).toMatchObject({ sharesLimits: false, accounts: [{ accountId: 'account-1' }] })
    expect(second.accounts).toEqual([
      {
        accountId: 'account-1',
        requestsPerMinute: 3,
        requestsPerMinutePeak: 3,
        openRequests: 3,
        openRequestsPeak: 3,
      },
    ])
    for (const stream of streams) stream.respond(204)
    await Promise.all(visits)
    for (let open = 3; open > 0;) open = (await api.rateReports.next()).accounts[0]!.openRequests
  })

  it('are marked as a part of the whole by an edge with a Redis', async () => {
    const { api, port, connectAgent } = await startSiblingEdge(await startRedis(), { timing: { ratesMs: 20 } })
    const agent = await connectAgent()
    agent.serve((stream) => stream.respond(204))
    await visit(port)
    expect(await api.rateReports.next()).toMatchObject({ sharesLimits: true, accounts: [{ accountId: 'account-1' }] })
  })
})

function begin(port: number, localAddress: string) {
  return dialRaw(port, 'GET / HTTP/1.1\r\nHost: demo.test\r\nAccept: application/json\r\n\r\n', localAddress)
}

import { afterEach, describe, expect, it } from 'vitest'
import { probeCallbacks } from '@culvert/program/guard'
import type { RunningEdge } from './running-edge.ts'
import { startTestEdge } from './testing/test-edge.ts'
import { catchLog, causeFault, victimAddress } from './testing/fault-log.ts'
import { forwardedHeader } from './testing/proxy-header.ts'
import { closeAll } from './testing/queue.ts'
import { dialRaw, visit } from './testing/test-visitor.ts'
import type { RawVisitor } from './testing/test-visitor.ts'

afterEach(async () => {
  probeCallbacks(undefined)
  await closeAll()
})

const environment = { LOG_LEVEL: 'error', EDGE_OPERATIONS_PORT: '0' }
const bystanderAddress = '127.0.0.3'
const get = 'GET / HTTP/1.1\r\nHost: demo.test\r\n\r\n'
const isVictim = (_: string, bearer: string) => bearer === victimAddress
const anyRequest = [expect.stringMatching(/^[\da-f-]{36}$/)]

/** Resolves once the metrics of the edge contain a line. */
async function untilMetric({ operationsPort = 0 }: RunningEdge, line: string): Promise<void> {
  let metrics = ''
  while (!metrics.split('\n').includes(line)) metrics = (await visit(operationsPort, { path: '/metrics' })).body
}

/** Sends the same request for two visitors, so that a test can compare the outcomes. */
function askTwice(port: number): { victim: RawVisitor; bystander: RawVisitor } {
  return { victim: dialRaw(port, get, victimAddress), bystander: dialRaw(port, get, bystanderAddress) }
}

describe('a fault while one visitor is served cuts off that visitor only, and is logged with the request', () => {
  it('when the agent that both wait for comes back', async () => {
    const lines = catchLog()
    const { edge, port, connectAgent } = await startTestEdge({ environment })
    ;(await connectAgent()).socket.destroy()
    await untilMetric(edge, 'culvert_edge_tunnels 0')
    causeFault('parked.proceed', isVictim)
    const { victim, bystander } = askTwice(port)
    await untilMetric(edge, 'culvert_edge_parked_requests 2')
    const agent = await connectAgent()
    ;(await agent.nextStream()).respond(200)
    expect(await bystander.readUntil('\r\n')).toMatch('HTTP/1.1 200')
    expect(await victim.readAll()).toBe('')
    expect(await lines.next()).toMatchObject({ place: 'parked.proceed', requestIds: anyRequest })
  })

  it('when the agent that both wait for does not come back', async () => {
    const lines = catchLog()
    const { edge, port, connectAgent } = await startTestEdge({ environment, timing: { parkMs: 100 } })
    ;(await connectAgent()).socket.destroy()
    await untilMetric(edge, 'culvert_edge_tunnels 0')
    causeFault('parked.give-up', isVictim)
    const { victim, bystander } = askTwice(port)
    expect(await bystander.readUntil('\r\n')).toMatch('HTTP/1.1 503')
    expect(await victim.readAll()).toBe('')
    expect(await lines.next()).toMatchObject({ place: 'parked.give-up', requestIds: anyRequest })
  })

  it('when the agent is lost after both requests, and does not come back', async () => {
    const lines = catchLog()
    const { port, connectAgent } = await startTestEdge({ environment, timing: { parkMs: 100 } })
    const agent = await connectAgent()
    const { victim, bystander } = askTwice(port)
    await agent.nextStream()
    await agent.nextStream()
    causeFault('request.stop-waiting', isVictim)
    agent.socket.destroy()
    expect(await bystander.readUntil('\r\n')).toMatch('HTTP/1.1 503')
    expect(await victim.readAll()).toBe('')
    expect(await lines.next()).toMatchObject({ place: 'request.stop-waiting', requestIds: anyRequest })
  })

  it('when the hostname has been looked up', async () => {
    const lines = catchLog()
    const { port } = await startTestEdge({ environment })
    causeFault('request.found', isVictim)
    const { victim, bystander } = askTwice(port)
    expect(await bystander.readUntil('\r\n')).toMatch('HTTP/1.1 404')
    expect(await victim.readAll()).toBe('')
    expect(await lines.next()).toMatchObject({ place: 'request.found', requestIds: anyRequest })
  })

  it('when a restriction begins to deny both', async () => {
    const lines = catchLog()
    const { api, port, connectAgent } = await startTestEdge({ environment })
    const agent = await connectAgent()
    const { victim, bystander } = askTwice(port)
    await agent.nextStream()
    await agent.nextStream()
    causeFault('request.forbid', isVictim)
    api.restrict({ accountId: 'account-1', version: 1, ranges: ['127.0.0.0/8'] })
    expect(await bystander.readUntil('\r\n')).toMatch('HTTP/1.1 403')
    expect(await victim.readAll()).toBe('')
    expect(await lines.next()).toMatchObject({ place: 'request.forbid', requestIds: anyRequest })
  })
})

describe('a fault while the PROXY protocol header of one visitor is read cuts off that visitor only, and is logged', () => {
  it.each(['data', 'end', 'timeout', 'close'])('%s', async (event) => {
    const lines = catchLog()
    const { port } = await startTestEdge({
      environment: { ...environment, EDGE_PROXY_PROTOCOL: 'true' },
      timing: { requestHeadMs: 300 },
    })
    causeFault(`proxy-header.${event}`, isVictim)
    const header = forwardedHeader.toString('latin1')
    const victim = dialRaw(port, event === 'data' ? header + get : '', victimAddress)
    if (event === 'end') victim.socket.end()
    if (event === 'close') victim.socket.once('connect', () => victim.socket.resetAndDestroy())
    expect(await lines.next()).toMatchObject({ place: `proxy-header.${event}` })
    expect(await victim.readAll()).toBe('')
    const bystander = dialRaw(port, header + get, bystanderAddress)
    expect(await bystander.readUntil('\r\n')).toMatch('HTTP/1.1 404')
  })
})

describe('a fault in a timer of a tunnel ends that tunnel only, and is logged with its hostname', () => {
  it.each([
    ['tunnel.hold', { holdMs: 100, resumeMs: 50 }],
    ['tunnel.patience', { parkMs: 100 }],
  ])('%s', async (place, timing) => {
    const lines = catchLog()
    const { port, connectAgent } = await startTestEdge({ environment, timing })
    const other = await connectAgent({ sub: 'other', hostname: 'other.test' })
    other.serve((stream) => stream.respond(200))
    const agent = await connectAgent()
    const visitor = dialRaw(port, get)
    await agent.nextStream()
    causeFault(place, (_, bearer) => bearer === 'demo.test')
    agent.socket.destroy()
    expect(await lines.next()).toMatchObject({ place, hostname: 'demo.test', msg: 'a fault ended a tunnel' })
    expect(await visitor.readUntil('\r\n')).toMatch('HTTP/1.1 50')
    expect(await visit(port, { headers: { host: 'other.test' } })).toMatchObject({ status: 200 })
    ;(await connectAgent({ sub: 'agent-2' })).serve((stream) => stream.respond(200))
    expect(await visit(port)).toMatchObject({ status: 200 })
  })
})

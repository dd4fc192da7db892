import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import type { EdgeTiming } from '../config.ts'
import { forwardedHeader, proxyHeader, startProxy } from '../testing/proxy-header.ts'
import { closeAll, closeLater } from '../testing/queue.ts'
import { dialEdge } from '../testing/test-agent.ts'
import { startTestEdge } from '../testing/test-edge.ts'
import { dialRaw, visit } from '../testing/test-visitor.ts'

afterEach(closeAll)

/** An edge behind a load balancer, with an agent for demo.test that connected through it. */
async function startBehindProxy(environment: NodeJS.ProcessEnv = {}, timing: Partial<EdgeTiming> = {}) {
  const data = await mkdtemp(join(tmpdir(), 'culvert-proxy-'))
  closeLater(() => rm(data, { recursive: true }))
  const { edge, api } = await startTestEdge({
    environment: { EDGE_PROXY_PROTOCOL: 'true', EDGE_HTTPS_PORT: '0', CULVERT_DATA: data, ...environment },
    timing,
  })
  const port = await startProxy(edge.port, forwardedHeader)
  const agent = await dialEdge(port, { ticket: await api.issueTicket() })
  await agent.welcomed
  return { edge, port, agent }
}

describe('an edge that expects the PROXY protocol', () => {
  it('takes the address of the visitor from it', async () => {
    const { port, agent } = await startBehindProxy()
    const visited = visit(port, { headers: { 'x-forwarded-for': '1.1.1.1' } })
    const stream = await agent.nextStream()
    expect([stream.head.visitorAddress, stream.field('x-forwarded-for')]).toEqual(['203.0.113.7', '203.0.113.7'])
    stream.respond(200, [], 'here')
    expect(await visited).toMatchObject({ status: 200, body: 'here' })
  })

  it('accepts it before TLS too', async () => {
    const { edge, agent } = await startBehindProxy()
    const port = await startProxy(edge.securePort ?? 0, forwardedHeader)
    const socket = connectTls({ port, host: '127.0.0.1', servername: 'demo.test', rejectUnauthorized: false })
    socket.write('GET / HTTP/1.1\r\nHost: demo.test\r\nConnection: close\r\n\r\n')
    const stream = await agent.nextStream()
    expect([stream.head.visitorAddress, stream.field('x-forwarded-proto')]).toEqual(['203.0.113.7', 'https'])
    stream.respond(200, [], 'safe')
    expect(await text(socket)).toMatch(/\r\n\r\nsafe$/)
  })

  it('reads a header and a request that come in one piece, or byte by byte', async () => {
    const { edge, agent } = await startBehindProxy()
    agent.serve((stream) => stream.respond(200, [], stream.head.visitorAddress))
    const request = Buffer.from('GET / HTTP/1.1\r\nHost: demo.test\r\n\r\n')
    const whole = dialRaw(edge.port)
    whole.socket.write(Buffer.concat([forwardedHeader, request]))
    await whole.readUntil('203.0.113.7')
    const cut = dialRaw(edge.port)
    for (const byte of Buffer.concat([forwardedHeader, request])) {
      cut.socket.write(Buffer.of(byte))
      await new Promise(setImmediate)
    }
    await cut.readUntil('203.0.113.7')
  })

  it('uses the address of the proxy itself for a LOCAL header', async () => {
    const { edge, agent } = await startBehindProxy()
    void visit(await startProxy(edge.port, proxyHeader(0x20, 0x00, []))).catch(() => {})
    expect((await agent.nextStream()).head.visitorAddress).toBe('127.0.0.1')
  })

  it('reads X-Forwarded-For if the header names a trusted proxy', async () => {
    const { port, agent } = await startBehindProxy({ EDGE_TRUSTED_PROXIES: '127.0.0.1,203.0.113.7' })
    void visit(port, { headers: { 'x-forwarded-for': '1.1.1.1, 198.51.100.1' } }).catch(() => {})
    expect((await agent.nextStream()).head.visitorAddress).toBe('198.51.100.1')
  })

  it.each([
    ['plain HTTP', 'GET / HTTP/1.1\r\nHost: demo.test\r\n\r\n'],
    ['version 1', 'PROXY TCP4 203.0.113.7 10.0.0.1 4660 443\r\nGET / HTTP/1.1\r\nHost: demo.test\r\n\r\n'],
    ['no header in time', '\r\n\r\n'],
  ])('closes a connection that begins with %s, without an answer', async (_, start) => {
    const { edge } = await startBehindProxy({}, { requestHeadMs: 300 })
    expect(await dialRaw(edge.port, start).readAll()).toBe('')
    expect(await dialRaw(edge.securePort ?? 0, start).readAll()).toBe('')
  })

  it('closes a connection that is not from a trusted proxy, even with a header', async () => {
    const { edge } = await startTestEdge({
      environment: { EDGE_PROXY_PROTOCOL: 'true', EDGE_TRUSTED_PROXIES: '203.0.113.7' },
    })
    const visitor = dialRaw(edge.port)
    visitor.socket.write(forwardedHeader)
    visitor.socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
    expect(await visitor.readAll()).toBe('')
  })
})

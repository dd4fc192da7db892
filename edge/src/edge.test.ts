import { once } from 'node:events'
import { connect, createServer, Server } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { loadEdgeConfig } from './config.ts'
import { startEdge } from './edge.ts'
import { listenOn } from './ingress/listen.ts'
import { TestAgent, upgrade } from './testing/test-agent.ts'
import { closeAll, closeLater } from './testing/queue.ts'
import { describeEdge, edgeEnvironment } from './testing/test-edge.ts'
import { dialRaw, visit } from './testing/test-visitor.ts'

afterEach(closeAll)

const get = 'GET / HTTP/1.1\r\nHost: demo.test\r\n\r\n'

describeEdge('an edge', (startTestEdge) => {
  it.each(['edge.test', 'localhost', '127.0.0.1', '[::1]:80'])('answers /healthz on its own host %s', async (host) => {
    const { port } = await startTestEdge()
    const answer = await visit(port, { path: '/healthz', headers: { host } })
    expect(answer).toMatchObject({ status: 200, body: '{"status":"ok"}\n' })
  })

  it('answers at its own hostnames even if a tunnel claims them', async () => {
    const environment = { EDGE_AGENT_URL: 'http://agents.test' }
    const { port, connectAgent } = await startTestEdge({ environment })
    const hostnames = ['edge.test', 'agents.test', 'abcdefghijklmnopqrst.edge.test']
    for (const hostname of hostnames) {
      const agent = await connectAgent({ sub: hostname, hostname })
      agent.serve((stream) => stream.respond(200, [], 'stolen'))
    }
    for (const host of hostnames)
      expect(await visit(port, { path: '/healthz', headers: { host } })).toMatchObject({
        status: 200,
        body: '{"status":"ok"}\n',
      })
  })

  it('has a page of its own that links to the dashboard', async () => {
    const { port } = await startTestEdge()
    const answer = await visit(port, { headers: { host: 'edge.test', accept: 'text/html' } })
    expect(answer).toMatchObject({ status: 200, body: expect.stringMatching('href="http://culvert.test"') })
    expect(await visit(port, { path: '/nothing', headers: { host: 'edge.test' } })).toMatchObject({
      status: 404,
      headers: { 'x-culvert-error': 'CULVERT_NOT_FOUND' },
    })
  })

  it('starts without the API, and answers /healthz, its own page and visitors', async () => {
    const edge = await startEdge(loadEdgeConfig(edgeEnvironment('http://127.0.0.1:1')))
    closeLater(() => edge.close({ graceMs: 0 }))
    expect(await visit(edge.port, { path: '/healthz', headers: { host: 'edge.test' } })).toMatchObject({ status: 200 })
    expect(await visit(edge.port, { headers: { host: 'edge.test' } })).toMatchObject({ status: 200 })
    expect(await visit(edge.port)).toMatchObject({
      status: 503,
      headers: { 'x-culvert-error': 'CULVERT_HOST_UNCHECKED' },
    })
  })

  it('listens on both loopback addresses if its host is localhost', async () => {
    const edge = await startEdge(loadEdgeConfig({ ...edgeEnvironment('http://127.0.0.1:1'), EDGE_HOST: 'localhost' }))
    closeLater(() => edge.close({ graceMs: 0 }))
    expect(edge.url).toBe(`http://localhost:${edge.port}`)
    for (const host of ['127.0.0.1', '::1']) {
      const socket = connect({ host, port: edge.port })
      await once(socket, 'connect')
      socket.destroy()
    }
  })

  it('says what to do when its port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    closeLater(() => taken.close())
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const environment = { ...edgeEnvironment('http://127.0.0.1:1'), EDGE_HTTP_PORT: String(port) }
    await expect(startEdge(loadEdgeConfig(environment))).rejects.toThrow(
      new RegExp(
        `^Port ${port} is in use\\. Stop what listens there .* 'sport = :${port}'.* or set EDGE_HTTP_PORT\\.$`,
      ),
    )
  })

  it('says what to do when its port needs a privilege', async () => {
    await expect(listenOn('127.0.0.1', 443, 'EDGE_HTTPS_PORT', () => new FailingServer('EACCES'))).rejects.toThrow(
      /^Port 443 may not be opened.*setcap cap_net_bind_service=\+ep .*AmbientCapabilities=CAP_NET_BIND_SERVICE.*EDGE_HTTPS_PORT/,
    )
  })

  it('listens on all addresses of both families, or of IPv4 only on a machine without IPv6', async () => {
    const { port } = await startTestEdge({ environment: { EDGE_HOST: '::' } })
    for (const host of ['127.0.0.1', '::1']) {
      const socket = connect({ host, port })
      await once(socket, 'connect')
      socket.destroy()
    }
    for (const code of ['EAFNOSUPPORT', 'EADDRNOTAVAIL']) {
      const [server] = await listenOn('::', 0, 'EDGE_HTTP_PORT', () => new FailingServer(code))
      closeLater(() => server?.close())
      expect(server?.address()).toMatchObject({ address: '0.0.0.0' })
    }
  })
})

describeEdge('an edge that is closed', (startTestEdge) => {
  it('tells its agents to dial again, lets open requests finish and closes kept connections', async () => {
    const { edge, port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    agent.serve((stream) => stream.respond(200, [], 'idle'))
    const idle = dialRaw(port, get)
    await idle.readUntil('idle')
    const busy = dialRaw(port, 'GET /busy HTTP/1.1\r\nHost: demo.test\r\n\r\n')
    const stream = await new Promise<Parameters<Parameters<typeof agent.serve>[0]>[0]>((resolve) =>
      agent.serve(resolve),
    )
    const closed = edge.close({ graceMs: 10_000 })
    expect(await agent.dismissed).toMatchObject({ code: 'SHUTDOWN', graceMs: 10_000 })
    await idle.readAll()
    stream.respond(200, [], 'finished')
    expect(await busy.readAll()).toMatch(/finished$/)
    // The edge gives them 2 s to close their side as well.
    for (const visitor of [idle, busy]) visitor.socket.end()
    await closed
    await agent.closed
    await expect(once(connect({ host: '127.0.0.1', port }), 'connect')).rejects.toThrow('ECONNREFUSED')
  })

  it('turns away an agent that sends HELLO too late', async () => {
    const { edge, port, api } = await startTestEdge()
    const late = new TestAgent(await upgrade(port))
    const closed = edge.close({ graceMs: 10_000 })
    late.session.hello({
      versionMin: 1,
      versionMax: 1,
      client: 'test',
      ticket: await api.issueTicket(),
      resumeToken: null,
    })
    expect(await late.dismissed).toMatchObject({ code: 'SHUTDOWN', message: 'This edge is stopping.' })
    await closed
  })

  it('sends Connection: close with answers that begin after that', async () => {
    const { edge, port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const pipelining = dialRaw(port, get)
    const first = await agent.nextStream()
    const closed = edge.close({ graceMs: 10_000 })
    await agent.dismissed
    pipelining.socket.write(get)
    first.respond(200, [], 'first')
    await pipelining.readUntil('first')
    expect(await pipelining.readAll()).toMatch(/^HTTP\/1.1 503 .*CULVERT_EDGE_STOPPING.*Connection: close\r\n/s)
    pipelining.socket.end()
    await closed
  })

  it('resets connections that have not finished within the grace period', async () => {
    const { edge, port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const endless = dialRaw(port, get)
    const { stream } = await agent.nextStream()
    stream.sendHead({ status: 200, reason: 'OK', fields: [] })
    await endless.readUntil('\r\n\r\n')
    const failed = once(endless.socket, 'error')
    await edge.close({ graceMs: 50 })
    expect((await failed)[0]).toMatchObject({ code: 'ECONNRESET' })
    await agent.closed
  })
})

/** A server on a machine that refuses IPv6, or a port, with an error. */
class FailingServer extends Server {
  readonly #code: string

  constructor(code: string) {
    super()
    this.#code = code
  }

  override listen(...args: unknown[]): this {
    const [options, onListening] = args as [{ host: string; port: number }, () => void]
    if (options.host === '0.0.0.0') return super.listen(options, onListening)
    setImmediate(() => this.emit('error', Object.assign(new Error(`listen ${this.#code}`), { code: this.#code })))
    return this
  }
}

import { once } from 'node:events'
import { afterEach, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { EdgeTiming } from '../config.ts'
import { closeAll } from '../testing/queue.ts'
import { describeExchange } from '../testing/test-edge.ts'
import { dialRaw } from '../testing/test-visitor.ts'
import { serveWebSockets } from '../testing/web-socket-app.ts'

afterEach(closeAll)

const ask = 'GET /chat HTTP/1.1\r\nHost: demo.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
const accept = {
  status: 101,
  reason: 'Switching Protocols',
  fields: [['Upgrade', 'websocket'] as const, ['X-Own', '1'] as const],
}

describeExchange('an upgrade', (startTestEdge) => {
  /** A visitor whose upgrade was accepted, and the agent's end of it. */
  async function upgraded(timing: Partial<EdgeTiming> = {}) {
    const { port, connectAgent, api, edge } = await startTestEdge({ timing })
    const agent = await connectAgent()
    const visitor = dialRaw(port, ask)
    const stream = await agent.nextStream()
    stream.stream.sendHead(accept)
    const head = await visitor.readUntil('\r\n\r\n')
    return { visitor, stream, head, agent, api, edge }
  }

  it('carries raw bytes both ways after the app has accepted it', async () => {
    const { visitor, stream, head } = await upgraded()
    expect(stream.head).toMatchObject({ kind: 'upgrade', target: '/chat' })
    expect(stream.field('upgrade')).toBe('websocket')
    expect(head).toBe(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nX-Own: 1\r\nConnection: Upgrade\r\n\r\n',
    )
    visitor.socket.write('from visitor')
    expect(String(await stream.chunks.next())).toBe('from visitor')
    stream.stream.write(Buffer.from('from app'))
    await visitor.readUntil('from app')
  })

  it('forwards what the visitor sent together with the request once it is accepted', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const visitor = dialRaw(port, `${ask}early`)
    const stream = await agent.nextStream()
    expect(stream.receivedBytes).toBe(0)
    stream.stream.sendHead(accept)
    expect(String(await stream.chunks.next())).toBe('early')
    visitor.socket.end()
    await stream.ended
  })

  it('forwards a refusal as an ordinary answer', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const visitor = dialRaw(port, ask)
    const stream = await agent.nextStream()
    stream.stream.sendHead({ status: 403, reason: 'Forbidden', fields: [['X-Why', 'because']] })
    await stream.ended
    stream.stream.write(Buffer.from('no'))
    stream.stream.end()
    expect(await visitor.readAll()).toMatch(
      /^HTTP\/1.1 403 Forbidden\r\nX-Why: because\r\n.*Connection: close\r\n.*\r\nno\r\n/s,
    )
  })

  it("yields an error page if nothing listens at the app's address", async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const visitor = dialRaw(port, ask)
    ;(await agent.nextStream()).stream.reset('REFUSED', 'nobody listens')
    expect(await visitor.readAll()).toMatch(/^HTTP\/1.1 502 .*CULVERT_APP_REFUSED/s)
  })

  it.each([
    ['breaks off', (socket: { destroy(): unknown; end(): unknown }) => socket.destroy()],
    ['closes its side', (socket: { destroy(): unknown; end(): unknown }) => socket.end()],
  ])('resets the stream when the visitor %s before the answer', async (_, leave) => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const visitor = dialRaw(port, ask)
    const stream = await agent.nextStream()
    leave(visitor.socket)
    expect(await stream.reset).toBe('CANCELLED')
  })

  it('closes each direction independently', async () => {
    const { visitor, stream } = await upgraded()
    visitor.socket.end('last words')
    await stream.ended
    expect(String(await stream.chunks.next())).toBe('last words')
    stream.stream.write(Buffer.from('farewell'))
    stream.stream.end()
    expect(await visitor.readAll()).toBe('farewell')
  })

  it('resets the stream when the visitor breaks off', async () => {
    const { visitor, stream } = await upgraded()
    visitor.socket.resetAndDestroy()
    expect(await stream.reset).toBe('CANCELLED')
  })

  it('ends when the app resets it', async () => {
    const { visitor, stream } = await upgraded()
    stream.stream.reset('ORIGIN_CLOSED', 'gone')
    await visitor.readAll()
  })

  it('ends when the agent is lost', async () => {
    const { visitor, agent } = await upgraded({ resumeMs: 0 })
    agent.socket.destroy()
    await visitor.readAll()
  })

  it('stops the agent at its window while the visitor does not read, and loses nothing', async () => {
    const { visitor, stream, agent } = await upgraded()
    const total = 64 * 1024 * 1024
    visitor.socket.removeAllListeners('data').pause()
    const chunk = Buffer.alloc(64 * 1024, 'x')
    for (let sent = 0; sent < total; sent += chunk.length) stream.stream.write(chunk)
    stream.stream.end()
    for (let before = -1, calm = 0; calm < 10; calm = stream.stream.bytesSent === before ? calm + 1 : 0) {
      before = stream.stream.bytesSent
      await agent.session.ping()
    }
    expect(stream.stream.bytesSent).toBeLessThan(20 * 1024 * 1024)
    let received = 0
    visitor.socket.on('data', (data) => (received += data.length))
    visitor.socket.resume()
    await once(visitor.socket, 'end')
    expect(received).toBe(total)
  })

  it('stops a visitor at 256 KiB while the app does not read', async () => {
    const { visitor, stream, agent } = await upgraded()
    stream.isConsuming = false
    visitor.socket.write(Buffer.alloc(32 * 1024 * 1024))
    for (let before = -1, calm = 0; calm < 10; calm = stream.receivedBytes === before ? calm + 1 : 0) {
      before = stream.receivedBytes
      await agent.session.ping()
    }
    expect(stream.receivedBytes).toBe(256 * 1024)
  })

  it('carries a WebSocket between a third-party client and server', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const server = await serveWebSockets(agent)
    server.on('connection', (socket) =>
      socket.on('message', (message, isBinary) => socket.send(message, { binary: isBinary })),
    )
    const client = new WebSocket(`ws://127.0.0.1:${port}/`, { headers: { host: 'demo.test' } })
    await once(client, 'open')
    const message = 'x'.repeat(1024 * 1024)
    client.send(message)
    expect(String((await once(client, 'message'))[0])).toBe(message)
    client.terminate()
  })
})

import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { probeCallbacks } from '@culvert/program/guard'
import { afterEach, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { catchLog, causeFault, victimAddress } from '../testing/fault-log.ts'
import { closeAll, closeLater } from '../testing/queue.ts'
import { describeExchange, startWithOtherProcess, startTestEdge } from '../testing/test-edge.ts'
import { dialRaw } from '../testing/test-visitor.ts'
import { serveWebSockets } from '../testing/web-socket-app.ts'

afterEach(async () => {
  probeCallbacks(undefined)
  await closeAll()
})

/** WebSockets are asked to reconnect within the first half of this time. */
const grace = { graceMs: 4_000 }
const timing = { reconnectMs: 10_000, resumeMs: 0 }
const ask = 'GET /chat HTTP/1.1\r\nHost: demo.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
const accept = { status: 101, reason: 'Switching Protocols', fields: [['Upgrade', 'websocket'] as const] }
const restart = '\x88\x02\x03\xf4'

async function connect(port: number): Promise<WebSocket> {
  const client = new WebSocket(`ws://127.0.0.1:${port}/`, { headers: { host: 'demo.test' } })
  closeLater(() => client.terminate())
  client.on('error', () => {})
  await once(client, 'open')
  return client
}

/** Sends messages of ten equal characters for as long as the app is open. Each write ends in the middle of a frame. */
async function chatter(app: WebSocket, socket: Duplex): Promise<void> {
  for (let count = 0; app.readyState === WebSocket.OPEN; count += 1) {
    const rest = count === 0 ? '' : String.fromCharCode((count - 1) % 128).repeat(7)
    socket.write(`${rest}\x82\x0a${String.fromCharCode(count % 128).repeat(3)}`, 'latin1')
    await nextTurn()
  }
}

/** A visitor that reads bytes, and the stream on which the test acts as the app. */
async function startRawWith(startEdge: typeof startTestEdge, protocol = 'websocket') {
  const { port, edge, connectAgent } = await startEdge({ timing })
  const agent = await connectAgent()
  const visitor = dialRaw(port, ask.replace('websocket', protocol), victimAddress)
  const { stream } = await agent.nextStream()
  stream.sendHead({ ...accept, fields: [['Upgrade', protocol]] })
  await visitor.readUntil('\r\n\r\n')
  return { visitor, stream, edge, agent }
}

describeExchange('when its edge shuts down, a WebSocket', (startEdge) => {
  const startRaw = (protocol?: string) => startRawWith(startEdge, protocol)

  it('is closed with 1012 (Service Restart), and the app sees the visitor close it', async () => {
    const { port, edge, connectAgent } = await startEdge({ timing })
    const server = await serveWebSockets(await connectAgent())
    const connected = once(server, 'connection')
    const client = await connect(port)
    const [app] = await connected
    const closed = [once(client, 'close'), once(app, 'close')]
    const ended = edge.close(grace)
    for (const [code] of await Promise.all(closed)) expect(code).toBe(1_012)
    await ended
  })

  it('is closed between two frames, however the app splits them, and is sent nothing afterwards', async () => {
    const { port, edge, connectAgent } = await startEdge({ timing })
    const server = await serveWebSockets(await connectAgent())
    server.on('connection', (app, { socket }) => void chatter(app, socket))
    const client = await connect(port)
    // The first may arrive before there is a listener.
    const messages: string[] = []
    client.on('message', (message: Buffer) => messages.push(message.toString('latin1')))
    await once(client, 'message')
    const ended = edge.close(grace)
    expect((await once(client, 'close'))[0]).toBe(1_012)
    const first = messages[0]?.charCodeAt(0) ?? -1
    expect(messages).toEqual(messages.map((_, index) => String.fromCharCode((first + index) % 128).repeat(10)))
    await ended
  })

  it('that the app has closed is not closed again', async () => {
    const { visitor, stream, edge } = await startRaw()
    stream.write(Buffer.from('\x88\x02\x03\xe8', 'latin1'))
    await visitor.readUntil('\xe8')
    await edge.close({ graceMs: 250 })
    expect(await visitor.readAll()).toBe('')
  })

  it('that does not answer the close frame is cut off at the end of the grace period', async () => {
    const { visitor, edge } = await startRaw()
    await edge.close({ graceMs: 250 })
    expect(await visitor.readAll()).toBe(restart)
  })

  it('in the middle of an unfinished frame is cut off without a close frame, like any other protocol', async () => {
    const { visitor, stream, edge } = await startRaw()
    stream.write(Buffer.from('\x81\x05hel'))
    await visitor.readUntil('hel')
    await edge.close({ graceMs: 250 })
    expect(await visitor.readAll()).toBe('')
    const other = await startRaw('other')
    await other.edge.close({ graceMs: 250 })
    expect(await other.visitor.readAll()).toBe('')
  })
})

describeExchange('a WebSocket', (startEdge) => {
  it('is closed with 1012 when its agent is lost permanently, unless a frame is unfinished', async () => {
    const { visitor, agent } = await startRawWith(startEdge)
    agent.socket.destroy()
    expect(await visitor.readAll()).toBe(restart)
    const other = await startRawWith(startEdge)
    other.stream.write(Buffer.from('\x81\x05hel'))
    await other.visitor.readUntil('hel')
    other.agent.socket.destroy()
    expect(await other.visitor.readAll()).toBe('')
  })
})

it('a WebSocket is closed with 1012 when the process that has its agent shuts down', async () => {
  const { port, other, connectAgent } = await startWithOtherProcess({ timing })
  await serveWebSockets(await connectAgent())
  const client = await connect(port)
  const closed = once(client, 'close')
  await other.edge.close({ graceMs: 250 })
  expect((await closed)[0]).toBe(1_012)
})

it('a fault while a WebSocket is being closed cuts off that one only', async () => {
  const lines = catchLog()
  const { port, edge, connectAgent } = await startTestEdge({ timing, environment: { LOG_LEVEL: 'error' } })
  const agent = await connectAgent()
  agent.serve(({ stream }) => stream.sendHead(accept))
  const [victim, bystander] = [dialRaw(port, ask, victimAddress), dialRaw(port, ask)]
  for (const visitor of [victim, bystander]) await visitor.readUntil('\r\n\r\n')
  causeFault('raw.leave', (_, bearer) => bearer === victimAddress)
  await edge.close({ graceMs: 250 })
  expect([await victim.readAll(), await bystander.readAll()]).toEqual(['', restart])
  expect(await lines.next()).toMatchObject({ place: 'raw.leave', requestIds: [expect.stringMatching(/./)] })
})

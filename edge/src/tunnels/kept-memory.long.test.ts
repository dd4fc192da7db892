import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createSession } from '@culvert/wire'
import type { RequestHead, SessionHandler, StreamHandler, WireSession, WireStream } from '@culvert/wire'
import { countHeldBytes } from '../testing/held-bytes.ts'
import { closeAll, closeLater } from '../testing/queue.ts'

afterEach(closeAll)

const mib = 1024 * 1024
/** The other memory of a process may change a little between two counts. */
const noiseBytes = 2 * mib

const head: RequestHead = {
  kind: 'http',
  method: 'POST',
  target: '/',
  fields: [['Host', 'demo.test']],
  visitorAddress: '203.0.113.7',
  requestId: '',
}
const welcome = { version: 1, resumeToken: 'token', holdMs: 60_000, resumeMs: 30_000, hostname: 'demo.test' }
/** A HELLO with the maximum credit for each stream. */
const helloPayload = `\x01\x01\x7f\xff\xff\xff${'\0'.repeat(8)}test/1\nticket\n\n`

/** Resolves with an edge's session once the other end has sent HELLO, and the socket of the other end. */
async function openSession(greet: (socket: Socket) => void): Promise<{ session: WireSession; socket: Socket }> {
  const server = createServer({ noDelay: true }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('expected a TCP address')
  const accepted = once(server, 'connection')
  const socket = connect({ port: address.port, host: '127.0.0.1', noDelay: true })
  const [transport] = await accepted
  server.close()
  const { promise: greeted, resolve: onHello } = Promise.withResolvers<unknown>()
  const handler: SessionHandler = { onHello, onDetached: () => {}, onClose: () => {} }
  const session = createSession(transport, { role: 'edge', freesChunks: true }, handler)
  closeLater(() => {
    session.destroy()
    socket.destroy()
  })
  greet(socket)
  await greeted
  session.welcome({ ...welcome, sessionId: 'session' })
  return { session, socket }
}

/** A session whose other end reads everything and acknowledges nothing. */
async function openUnacknowledged(): Promise<WireSession> {
  const { session } = await openSession((socket) => {
    const header = Buffer.alloc(8)
    header.writeUInt32BE(helloPayload.length * 256 + 1)
    socket.write(Buffer.concat([header, Buffer.from(helloPayload, 'latin1')]))
    socket.resume().on('error', () => {})
  })
  return session
}

function take(stream: WireStream): StreamHandler {
  return { ...ignoring, onData: (chunk) => stream.consumed(chunk.length) }
}

/** A session whose other end is an agent that consumes what it receives. */
async function openHonest(): Promise<WireSession> {
  const { session } = await openSession((socket) => {
    const handler: SessionHandler = { onOpen: take, onWelcome: () => {}, onDetached: () => {}, onClose: () => {} }
    const agent = createSession(socket, { role: 'agent', freesChunks: true }, handler)
    closeLater(() => agent.destroy())
    agent.hello({ versionMin: 1, versionMax: 1, client: 'test', ticket: 'ticket', resumeToken: null })
  })
  return session
}

const ignoring: StreamHandler = { onData: () => {}, onEnd: () => {}, onWritable: () => {}, onReset: () => {} }

/** Sends bytes in pieces that are copied next to their frames, as fast as the session accepts them. */
async function pour(session: WireSession, bytes: number, eachTurn: () => void): Promise<void> {
  let writable = Promise.withResolvers<void>()
  const stream = session.open(head, { ...ignoring, onWritable: () => writable.resolve() })
  const piece = Buffer.alloc(8 * 1024)
  for (let sent = 0; sent < bytes; sent += piece.length) {
    if (stream.write(piece)) continue
    await writable.promise
    writable = Promise.withResolvers()
    eachTurn()
  }
  stream.end()
}

describe('data that is sent and not acknowledged', () => {
  it('holds no memory of other sessions, even if many never acknowledge a few bytes while another is busy', async () => {
    const silent = await Promise.all(Array.from({ length: 20 }, openUnacknowledged))
    const busy = await openHonest()
    const before = countHeldBytes()
    let turn = 0
    await pour(busy, 64 * mib, () => silent[(turn += 1) % silent.length]?.open(head, ignoring, true))
    expect(turn).toBeGreaterThan(100)
    const kept = [busy, ...silent].reduce((sum, { keptBytes }) => sum + keptBytes, 0)
    expect(countHeldBytes() - before).toBeLessThan(kept + noiseBytes)
    expect(kept).toBeLessThan(4 * mib)
  })

  it('holds little memory for many slow tunnels, each a few bytes behind', async () => {
    const slow = await Promise.all(Array.from({ length: 100 }, openHonest))
    const before = countHeldBytes()
    for (let round = 0; round < 10; round += 1) {
      for (const session of slow) session.open(head, ignoring, true)
      await new Promise((resolve) => setImmediate(resolve))
    }
    const kept = slow.reduce((sum, { keptBytes }) => sum + keptBytes, 0)
    expect(kept).toBeLessThan(2 * mib)
    expect(countHeldBytes() - before).toBeLessThan(kept + noiseBytes)
    // The answer to a PING comes with an ACK: then nothing is kept.
    await Promise.all(slow.map((session) => session.ping()))
    expect(slow.map(({ keptBytes }) => keptBytes)).toEqual(slow.map(() => 0))
  })

  it.each([
    ['small pieces', 2 * 1024],
    ['pieces that are copied', 8 * 1024],
    ['pieces that hold eight times their bytes', 8 * 1024 + 1],
    ['large pieces', 64 * 1024],
  ])('stops growing at about 16 MiB of memory, whatever the size of its pieces: %s', async (_what, pieceBytes) => {
    const session = await openUnacknowledged()
    const before = countHeldBytes()
    let isFull = false
    let sentBytes = 0
    while (!isFull && sentBytes < 32 * mib) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const stream = session.open(head, { ...ignoring, onWritable: resolve })
      for (let count = 0; count < 32; count += 1) {
        sentBytes += pieceBytes
        // A piece of a single read of a socket.
        if (!stream.write(Buffer.allocUnsafeSlow(64 * 1024).subarray(0, pieceBytes))) break
      }
      stream.end()
      const turns = (async () => {
        for (let turn = 0; turn < 50; turn += 1) await new Promise((next) => setImmediate(next))
        return 'full'
      })()
      await Promise.race([promise, turns])
      isFull = stream.bytesSent === 0
    }
    expect(isFull).toBe(true)
    const kept = session.keptBytes
    expect(kept).toBeGreaterThan(15 * mib)
    expect(kept).toBeLessThan(20 * mib)
    expect(countHeldBytes() - before).toBeLessThan(kept + noiseBytes)
  })
})

import { randomBytes } from 'node:crypto'
import diagnostics from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { loadApiConfig } from '../ground/config.ts'
import { describeApiOnce, type TestApi } from '../testing/api.ts'
import { AccountDocument } from '../testing/generated/documents.ts'
import { RawSocket } from '../testing/raw-socket.ts'
import { edgeSecret } from '../testing/service-token.ts'
import { waitingBytesMax } from './socket-output.ts'

const { socketTiming } = loadApiConfig({ EDGE_SECRET: edgeSecret })
const drainMs = 700

/** More than the kernel buffers between two sockets of a machine, and far more than may wait in the API. */
const floodBytes = 64 * 1024 * 1024

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

describe('a client that sends but never reads', () => {
  describeApiOnce(
    'the data that waits in its socket',
    (api) => {
      it('stays below 64 KiB if it sends ping frames: only the newest is answered', async () => {
        const { socket, waiting } = await upgrade(api)
        await flood(socket, frame(9, Buffer.alloc(125, 'x')))
        expect(Math.max(...waiting)).toBeLessThan(64 * 1024)
        await expectService(api)
      })

      it('is limited if it sends pings of the subprotocol: reading stops, and the client is disconnected', async () => {
        const { socket, waiting } = await upgrade(api)
        const sentBytes = await flood(
          socket,
          frame(1, JSON.stringify({ type: 'ping', payload: { a: 'x'.repeat(500) } })),
        )
        expect(socket.destroyed).toBe(true)
        expect(sentBytes).toBeLessThan(floodBytes)
        expect(Math.max(...waiting)).toBeLessThan(waitingBytesMax)
        await expectService(api)
      })

      it('is limited if it sends many queries: above 1 MiB, the client is disconnected', async () => {
        const { authorization, accountId } = await api.seed.owner('Ada')
        const answerBytes = 600 * 1024
        const name = 'x'.repeat(answerBytes)
        await api.app.db.updateTable('accounts').set({ name }).where('id', '=', accountId).execute()
        const { socket, waiting } = await upgrade(api)
        socket.write(frame(1, JSON.stringify({ type: 'connection_init', payload: { authorization } })))
        // Until the database has identified the client.
        await expectService(api)
        const query = `{ account(id: "${accountId}") { name } }`
        for (let id = 0; id < 40; id += 1) {
          socket.write(frame(1, JSON.stringify({ id: String(id), type: 'subscribe', payload: { query } })))
        }
        await flood(socket, frame(9, ''))
        expect(socket.destroyed).toBe(true)
        expect(Math.max(...waiting)).toBeLessThan(waitingBytesMax + answerBytes + 64 * 1024)
      })
    },
    () => ({ socketTiming: { ...socketTiming, drainMs } }),
  )
})

describeApiOnce('a client that reads', (api) => {
  it('gets no pong for a ping if a newer one arrives before it is answered', async () => {
    const { socket } = await upgrade(api)
    const received: Buffer[] = []
    socket.on('data', (chunk: Buffer) => received.push(chunk))
    const numbers = Array.from({ length: 100 }, (_, index) => String(index))
    // One write, which the API reads at once: while the first is answered, the others arrive.
    socket.write(Buffer.concat(numbers.map((number) => frame(9, number))))
    const newest = Buffer.from('\x8a\x0299', 'latin1')
    while (!Buffer.concat(received).includes(newest)) await once(socket, 'data')
    const pongs = Buffer.concat([Buffer.from('\x8a\x010', 'latin1'), newest])
    expect(Buffer.concat(received).toString('latin1').split('\r\n\r\n')[1]).toBe(pongs.toString('latin1'))
  })

  it('gets a pong for its newest ping, and answers of more than 1 MiB', async () => {
    const { authorization, accountId } = await api.seed.owner('Ada')
    const name = 'x'.repeat(3 * 1024 * 1024)
    await api.app.db.updateTable('accounts').set({ name }).where('id', '=', accountId).execute()
    const socket = await new RawSocket(api.url).send({ type: 'connection_init', payload: { authorization } })
    await socket.next()
    const query = `{ account(id: "${accountId}") { name } }`
    for (const id of ['1', '2', '3']) {
      await socket.send({ id, type: 'subscribe', payload: { query } })
      expect(await socket.next()).toEqual({ id, type: 'next', payload: { data: { account: { name } } } })
      expect(await socket.next()).toEqual({ id, type: 'complete' })
    }
    socket.end()

    const pinging = new WebSocket(`${api.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
    await once(pinging, 'open')
    const pongs: string[] = []
    pinging.on('pong', (data) => pongs.push(data.toString()))
    for (let number = 0; number < 5_000; number += 1) pinging.ping(String(number))
    while (pongs.at(-1) !== '4999') await once(pinging, 'pong')
    expect(pongs).toEqual(pongs.toSorted((a, b) => Number(a) - Number(b)))
    pinging.terminate()
  })
})

/** Opens a socket that reads nothing. Also returns the sizes of what was buffered for it in the API. */
async function upgrade({ url }: TestApi): Promise<{ socket: Socket; waiting: number[] }> {
  const { hostname, port } = new URL(url)
  const waiting: number[] = [0]
  const watch = (message: unknown) => {
    const { socket: served } = message as { socket: Socket }
    const looking = setInterval(() => waiting.push(served.writableLength), 5)
    served.once('close', () => clearInterval(looking))
  }
  diagnostics.subscribe('net.server.socket', watch)
  const socket = connect({ host: hostname, port: Number(port) })
  sockets.push(socket)
  // The socket may be closed while it writes.
  socket.on('error', () => undefined)
  socket.write(
    [
      'GET /graphql HTTP/1.1',
      `Host: ${hostname}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
      'Sec-WebSocket-Protocol: graphql-transport-ws',
      '\r\n',
    ].join('\r\n'),
  )
  await once(socket, 'readable')
  diagnostics.unsubscribe('net.server.socket', watch)
  return { socket, waiting }
}

/** Sends the same message repeatedly until it is disconnected, or has sent more than a server can buffer. Returns how much it sent. */
async function flood(socket: Socket, unit: Buffer): Promise<number> {
  const block = Buffer.concat(Array.from({ length: Math.ceil(65_536 / unit.length) }, () => unit))
  const closed = new Promise((resolve) => socket.once('close', resolve))
  let sent = 0
  for (; sent < floodBytes && !socket.destroyed; sent += block.length) {
    if (!socket.write(block)) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed])
  }
  return sent
}

async function expectService(api: TestApi): Promise<void> {
  const { client, accountId } = await api.seed.owner('Ada')
  expect((await client.run(AccountDocument, { id: accountId })).account.id).toBe(accountId)
}

/** A client's frame, masked with zeros (RFC 6455, section 5.2). */
function frame(opcode: number, payload: string | Buffer): Buffer {
  const body = Buffer.from(payload)
  const head =
    body.length < 126
      ? Buffer.from([0x80 | opcode, 0x80 | body.length])
      : Buffer.from([0x80 | opcode, 0x80 | 126, body.length >> 8, body.length & 0xff])
  return Buffer.concat([head, Buffer.alloc(4), body])
}

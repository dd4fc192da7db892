import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { connect as connectTls, createServer as createTlsServer } from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import { isLent, release } from './lent-memory.ts'
import { readInto } from './read-into.ts'

const psk = Buffer.alloc(32, 7)
/** TLS with a pre-shared key needs no certificate. */
const tls = { ciphers: 'PSK', pskCallback: () => ({ psk, identity: 'test' }), checkServerIdentity: () => undefined }

const transports = {
  TCP: { createServer: () => createServer(), connect, event: 'connection' },
  TLS: {
    createServer: () => createTlsServer({ ...tls, pskCallback: () => psk }),
    connect: (port: number) => connectTls({ ...tls, port, host: '127.0.0.1' }),
    event: 'secureConnection',
  },
}

let servers: Server[] = []
afterEach(() => {
  for (const server of servers) server.close()
  servers = []
})

/** Opens a connection; `accepted` is the side of the server. */
async function open(kind: keyof typeof transports): Promise<{ accepted: Socket; dialled: Socket }> {
  const transport = transports[kind]
  const server: Server = transport.createServer().listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  const arrived = once(server, transport.event) as Promise<[Socket]>
  const dialled: Socket = transport.connect((server.address() as AddressInfo).port)
  const [accepted] = await arrived
  return { accepted, dialled }
}

/** Bytes in which no two parts are equal. */
function makeBytes(length: number): Buffer {
  const bytes = Buffer.alloc(length)
  for (let at = 0; at + 4 <= length; at += 4) bytes.writeUInt32BE(Math.imul(at, 2_654_435_761) >>> 0, at)
  return bytes
}

describe.each(Object.keys(transports) as (keyof typeof transports)[])('a connection over %s', (kind) => {
  it.each(['accepted', 'dialled'] as const)('that was %s delivers the bytes that were sent', async (side) => {
    const sockets = await open(kind)
    const [reading, writing] = [sockets[side], side === 'accepted' ? sockets.dialled : sockets.accepted]
    const sent = makeBytes(3_000_000)
    const received: Buffer[] = []
    const receive = (chunk: Buffer) => void received.push(chunk)
    reading.on('data', receive)
    expect(readInto(reading, receive)).toBeDefined()
    for (const part of [sent.subarray(0, 5), sent.subarray(5, 2_000_000), sent.subarray(2_000_000)]) writing.write(part)
    writing.end()
    await once(reading, 'end')
    expect(Buffer.concat(received).equals(sent)).toBe(true)
    // Nothing was released, so nothing was returned. A small chunk that arrives alone is not lent at all.
    expect(received.filter((chunk) => chunk.length >= 4 * 1024 && !isLent(chunk))).toEqual([])
  })

  it('reads into memory that is returned once it is released', async () => {
    const { accepted, dialled } = await open(kind)
    const memories = new Set<ArrayBufferLike>()
    let bytes = 0
    const receive = (chunk: Buffer) => {
      memories.add(chunk.buffer)
      bytes += chunk.length
      release(chunk, 'reader')
      if (bytes >= 3_000_000) accepted.destroy()
    }
    accepted.on('data', receive)
    readInto(accepted, receive)
    dialled.on('error', () => {}).write(makeBytes(3_000_000))
    await once(accepted, 'close')
    expect(memories.size).toBeGreaterThan(20)
    // All except the block of the last read, and the slab of short chunks.
    expect([...memories].filter(({ byteLength }) => byteLength > 0).length).toBeLessThanOrEqual(2)
  })

  it('keeps the order of bytes that were read before, and of those that arrive while it is paused', async () => {
    const { accepted, dialled } = await open(kind)
    const sent = makeBytes(1_000_000)
    accepted.pause()
    accepted.unshift(sent.subarray(0, 100))
    const received: Buffer[] = []
    let pauses = 0
    const receive = (chunk: Buffer) => {
      received.push(Buffer.from(chunk))
      release(chunk, 'reader')
      pauses += 1
      accepted.pause()
      setImmediate(() => accepted.resume())
    }
    accepted.on('data', receive)
    readInto(accepted, receive)
    const { bytesRead } = accepted
    dialled.end(sent.subarray(100))
    while (accepted.bytesRead === bytesRead) await new Promise(setImmediate)
    accepted.resume()
    await once(accepted, 'end')
    expect(Buffer.concat(received).equals(sent)).toBe(true)
    expect(pauses).toBeGreaterThan(10)
  })

  it('passes later bytes to other listeners after it is ended', async () => {
    const { accepted, dialled } = await open(kind)
    const sent = makeBytes(1_000_000)
    const received: Buffer[] = []
    const receive = (chunk: Buffer) => {
      received.push(Buffer.from(chunk))
      end?.()
      accepted.off('data', receive).on('data', (after: Buffer) => received.push(after))
    }
    accepted.on('data', receive)
    const end = readInto(accepted, receive)
    dialled.end(sent)
    await once(accepted, 'end')
    expect(Buffer.concat(received).equals(sent)).toBe(true)
  })
})

it('readInto returns undefined for a stream that is not a socket', () => {
  expect(readInto(new PassThrough(), () => {})).toBeUndefined()
})

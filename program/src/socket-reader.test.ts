import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { expect, it } from 'vitest'
import { SocketReader } from './socket-reader.ts'

/** Bytes in which no two parts are equal. */
function makeBytes(length: number, seed: number): Buffer {
  const bytes = Buffer.alloc(length)
  for (let at = 0; at + 4 <= length; at += 4) bytes.writeUInt32BE((seed + at * 2_654_435_761) >>> 0, at)
  return bytes
}

/** Sends the parts that the first byte selects, each after the other side confirms that it has read the previous one. */
async function sendByTurns(socket: Socket, all: readonly Buffer[][]): Promise<void> {
  const [choice] = (await once(socket, 'data')) as [Buffer]
  for (const part of all[choice[0] ?? 0] ?? []) {
    const isRead = once(socket, 'data')
    socket.write(part)
    await isRead
  }
  socket.end()
}

it('SocketReader delivers the bytes that were sent, while other sockets read few and many', async () => {
  const sizes = [100, 3_000, 400_000, 5, 17_000, 1_000_000, 1_024]
  const sent = Array.from({ length: 4 }, (_, seed) => sizes.map((size) => makeBytes(size, seed)))
  const server = createServer((socket) => void sendByTurns(socket, sent))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const received = await Promise.all(
    sent.map(async (parts, seed) => {
      const reader = new SocketReader()
      const socket = connect({ port, host: '127.0.0.1', onread: reader })
      const chunks: Buffer[] = []
      const ends = parts.map((_, index) => parts.slice(0, index + 1).reduce((sum, { length }) => sum + length, 0))
      let bytes = 0
      reader.onChunk = (chunk) => {
        chunks.push(chunk)
        bytes += chunk.length
        if (ends.includes(bytes)) socket.write('next')
      }
      socket.write(Buffer.from([seed]))
      await once(socket, 'end')
      return Buffer.concat(chunks)
    }),
  )
  server.close()
  for (const [seed, bytes] of received.entries()) expect(bytes.equals(Buffer.concat(sent[seed] ?? []))).toBe(true)
})

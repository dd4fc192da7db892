import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { hold, lend, release } from '@culvert/program/memory'
import { countHeldBytes } from '../testing/held-bytes.ts'
import { closeAll, closeLater } from '../testing/queue.ts'
import { SocketWriter } from './socket-writer.ts'

afterEach(closeAll)

const blockBytes = 64 * 1024
const recordBytes = 16 * 1024

/** A client that does not read yet, and the edge's end of its connection. */
async function connectClient(): Promise<{ client: Socket; socket: Socket }> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('expected a TCP address')
  const accepted = once(server, 'connection')
  // It reads into one buffer, because its own garbage would be counted.
  const onread = { buffer: Buffer.alloc(blockBytes), callback: () => true }
  const client = connect({ port: address.port, host: '127.0.0.1', onread })
  await once(client, 'connect')
  client.pause()
  const [socket] = await accepted
  closeLater(() => {
    client.destroy()
    socket.destroy()
    server.close()
  })
  return { client, socket }
}

/** Sends a block as a TLS session reads it: records that are parts of one lent piece of memory. */
function sendBlock(writer: SocketWriter): void {
  const block = Buffer.allocUnsafeSlow(blockBytes)
  lend(block, 'slab')
  for (let start = 0; start < blockBytes; start += recordBytes) {
    const record = block.subarray(start, start + recordBytes)
    hold(record, 'consumer')
    writer.send(record)
  }
  release(block, 'slab')
}

it('a socket writer releases the memory of what a slow client has read, without the garbage collector', async () => {
  const { client, socket } = await connectClient()
  const bearer = { bearerName: 'client', onFault: (error: unknown) => expect.unreachable(String(error)) }
  const writer = new SocketWriter(socket, () => {}, bearer)
  // What earlier tests have left is freed now, not while this one measures.
  const before = countHeldBytes()
  const bytes = 32 * 1024 * 1024
  for (let sent = 0; sent < bytes; sent += blockBytes) sendBlock(writer)
  expect(process.memoryUsage().arrayBuffers - before).toBeGreaterThan(bytes / 2)
  const drained = once(socket, 'drain')
  client.resume()
  await drained
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 * 1024 * 1024)
})

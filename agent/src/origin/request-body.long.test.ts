import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { measureHeap } from '../testing/measure-heap.ts'
import { listen } from '../testing/sockets.ts'
import { openTunnel } from '../testing/visitor.ts'

it('an upload that the app does not read is kept in little more memory than its length, however small its pieces', async () => {
  const read = Promise.withResolvers<void>()
  const app = createServer((request, response) => {
    void read.promise.then(() => buffer(request)).then((body) => response.end(String(body.equals(bytesFrom(0, sent)))))
  })
  const tunnel = await openTunnel(await listen(app))
  const heapBefore = measureHeap()
  const stuck = tunnel.begin({ method: 'POST' })
  const arrived = () => tunnel.app.traffic.bytesIn
  let sent = 0
  const send = (piece: Buffer) => {
    stuck.stream.write(piece)
    sent += piece.length
  }
  // What the system holds is not the agent's.
  for (let count = 0; count < 125; count += 1) send(bytesFrom(sent, 16_000))
  for (let stillCount = 0; stillCount < 20;) {
    const before = arrived()
    for (let count = before + 4_000 - sent; count > 0; count -= 1) send(Buffer.of(sent % 251))
    await delay(10)
    stillCount = arrived() === before ? stillCount + 1 : 0
  }
  // Written one by one, the pieces of a window take 68 MB.
  expect(measureHeap() - heapBefore).toBeLessThan(20_000_000)
  read.resolve()
  stuck.stream.end()
  expect((await stuck.done()).body).toBe('true')
})

/** Bytes of a body in which each place has its own value, so that none can change places unseen. */
function bytesFrom(start: number, length: number): Buffer {
  return Buffer.from(Uint8Array.from({ length }, (_, index) => (start + index) % 251))
}

import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { closeAll, closeLater } from '../testing/queue.ts'
import { join } from './raw-pair.ts'

afterEach(closeAll)

/** Opens a connection: the side that the pair has, and that of its peer. */
async function open(): Promise<{ near: Socket; peer: Socket }> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const near = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [peer] = (await once(server, 'connection')) as [Socket]
  server.close()
  for (const socket of [near, peer]) {
    socket.on('error', () => {})
    closeLater(() => socket.destroy())
  }
  return { near, peer }
}

/** A pair whose reader has left bytes unread, so that some of them wait for it here. */
async function openSlow(lingerMs?: number) {
  const [from, to] = [await open(), await open()]
  to.peer.pause()
  let onClosedCalls = 0
  const bearer = { bearerName: 'test', onFault: () => {} }
  join(from.near, to.near, bearer, () => (onClosedCalls += 1), lingerMs)
  let sent = 0
  while (to.near.writableLength === 0) {
    sent += 16 * 1024
    from.peer.write(Buffer.alloc(16 * 1024, 'x'))
    while (from.near.bytesRead < sent) await delay(1)
  }
  return { from, to, sent, isClosed: () => onClosedCalls > 0 }
}

describe('when one connection of a pair is gone', () => {
  it.each(['ends', 'breaks'])('what waits for a slow reader still arrives, if its sender %s', async (how) => {
    const { from, to, sent } = await openSlow()
    const closed = new Promise((resolve) => from.near.once('close', resolve))
    if (how === 'ends') from.peer.end()
    else from.peer.resetAndDestroy()
    await closed
    let received = 0
    for await (const chunk of to.peer) received += (chunk as Buffer).length
    expect(received).toBe(sent)
  })

  it('the other is closed after a while if its peer reads nothing', async () => {
    const { from, to, isClosed } = await openSlow(50)
    from.peer.end()
    await once(to.near, 'close')
    expect(isClosed()).toBe(true)
  })
})

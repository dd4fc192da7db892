import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { connectRaw, frame } from './testing/raw-peer.ts'
import { closeSessions, get, StreamOwner } from './testing/sessions.ts'

afterEach(closeSessions)

const kib = 1024

/** A WINDOW of stream 1. */
function grant(bytes: number): Buffer {
  const payload = Buffer.alloc(4)
  payload.writeUInt32BE(bytes)
  return frame(7, 1, payload)
}

/** Opens a stream whose credit is used up. */
async function openWithoutCredit() {
  const { session, peer } = await connectRaw({ role: 'edge' })
  const owner = new StreamOwner()
  const stream = session.open(get, owner)
  stream.write(Buffer.alloc(256 * kib))
  const dataFrames = () => peer.framesOf(5).map(({ payload }) => payload)
  await peer.until(() => Buffer.concat(dataFrames()).length === 256 * kib)
  const sentBefore = dataFrames().length
  const received = () => dataFrames().slice(sentBefore)
  /** The frames that were sent since, once they have this many bytes. */
  const receive = async (bytes: number) => {
    await peer.until(() => Buffer.concat(received()).length === bytes)
    return received()
  }
  return { session, owner, stream, peer, receive }
}

describe('bytes that wait for credit', () => {
  it('are joined if they came in small pieces, so that these cost little more than their bytes', async () => {
    const { session, stream, peer, receive } = await openWithoutCredit()
    const body = Buffer.from(Array.from({ length: 64 * kib }, (_, index) => index % 251))
    const keptBefore = session.keptBytes
    for (const byte of body) stream.write(Buffer.from([byte]))
    expect(session.keptBytes - keptBefore).toBeLessThan(3 * body.length)
    peer.send(grant(body.length))
    const frames = await receive(body.length)
    expect(Buffer.concat(frames).equals(body)).toBe(true)
    expect(frames.length).toBeLessThan(100)
  })

  it('keep their order, whatever the sizes of their pieces', async () => {
    const { stream, peer, receive } = await openWithoutCredit()
    const pieces = Array.from({ length: 400 }, (_, index) =>
      Buffer.alloc([1, 5_000, 4_096, 3, 3, 900][index % 6]!, index),
    )
    const body = Buffer.concat(pieces)
    for (const [index, piece] of pieces.entries()) {
      stream.write(piece)
      if (index % 7 === 0) peer.send(grant(1 + index * 5))
      if (index % 20 === 0) await nextTurn()
    }
    peer.send(grant(body.length))
    expect(Buffer.concat(await receive(body.length)).equals(body)).toBe(true)
  })
})

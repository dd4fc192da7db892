import { afterEach, expect, it } from 'vitest'
import { createHash } from 'node:crypto'
import type { HeaderField, ResponseHead, StreamHandler, WireStream } from './index.ts'
import { lend, release } from '@culvert/program/memory'
import { frameType, headerBytes } from './protocol.ts'
import { connectRaw, frame, nothing } from './testing/raw-peer.ts'
import { connectResumable } from './testing/resumable-tunnel.ts'
import { closeSessions, connectTunnel, get, ok, StreamOwner } from './testing/sessions.ts'
import { createSocketPair } from './testing/transports.ts'

afterEach(closeSessions)

const mib = 1024 * 1024

it('large transfers in both directions arrive intact alongside small exchanges', async () => {
  const tunnel = await connectTunnel({ pair: await createSocketPair() })
  const up = new Transfer(64 * mib, 1)
  const down = new Transfer(48 * mib, 2)
  tunnel.agentOwner.onOpen = (stream, head) => {
    stream.sendHead(ok)
    if (head.target !== '/large') {
      stream.end()
      return new Transfer(0, 0)
    }
    down.start(stream)
    return down
  }
  up.start(tunnel.edge.open({ ...get, target: '/large' }, up))
  for (let index = 0; index < 20; index += 1) await tunnel.open({ ...get, target: '/small' }, true).untilEvent('end')
  const [seenByEdge, seenByAgent] = await Promise.all([up.received, down.received])
  expect(seenByEdge).toEqual({ bytes: 48 * mib, sha256: down.sentSha256() })
  expect(seenByAgent).toEqual({ bytes: 64 * mib, sha256: up.sentSha256() })
}, 180_000)

it('lent memory is freed once both sides are done with it, and not before', async () => {
  const freesChunks = true
  const tunnel = await connectTunnel({ pair: await createSocketPair(), edge: { freesChunks }, agent: { freesChunks } })
  const up = new Transfer(24 * mib, 1)
  const down = new Transfer(24 * mib, 2)
  tunnel.agentOwner.onOpen = (stream) => {
    stream.sendHead(ok)
    down.start(stream)
    return down
  }
  up.start(tunnel.edge.open(get, up))
  const [seenByEdge, seenByAgent] = await Promise.all([up.received, down.received])
  expect(seenByEdge.sha256).toBe(down.sentSha256())
  expect(seenByAgent.sha256).toBe(up.sentSha256())
  // A PING makes the other side acknowledge the rest.
  await Promise.all([tunnel.edge.ping(), tunnel.agent.ping()])
  for (const { sentMemory, seenMemory } of [up, down]) {
    // All except the first and last bytes of a connection or a frame, which share their memory with others or are few.
    expect(countFreed(sentMemory)).toBeGreaterThan(0.9 * sentMemory.size)
    expect(countFreed(seenMemory)).toBeGreaterThan(0.9 * seenMemory.size)
  }
}, 180_000)

it('transfers of lent memory arrive intact while the session is resumed 8 times', async () => {
  const pairs = await Promise.all(Array.from({ length: 9 }, () => createSocketPair()))
  let count: ((bytes: number) => void) | undefined
  const nextPair = () => {
    const [edgeEnd, agentEnd] = pairs.shift()!
    let bytesLeft = 2 * mib
    const isLast = pairs.length === 0
    count = (bytes) => {
      bytesLeft -= bytes
      if (bytesLeft < 0 && !isLast) edgeEnd.destroy()
    }
    return [edgeEnd, agentEnd] as const
  }
  const freesChunks = true
  const tunnel = await connectResumable(nextPair, { edge: { freesChunks }, agent: { freesChunks } })
  const up = new Transfer(24 * mib, 1)
  const down = new Transfer(24 * mib, 2)
  up.onBytes = (bytes) => count?.(bytes)
  tunnel.agentOwner.onOpen = (stream) => {
    stream.sendHead(ok)
    down.start(stream)
    return down
  }
  up.start(tunnel.edge.open(get, up))
  const [seenByEdge, seenByAgent] = await Promise.all([up.received, down.received])
  expect(seenByEdge.sha256).toBe(down.sentSha256())
  expect(seenByAgent.sha256).toBe(up.sentSha256())
  expect(tunnel.countResumed()).toBe(8)
}, 180_000)

it('lent memory is not freed during a write, even if the other side has acknowledged it', async () => {
  const { session, owner, peer, transport } = await connectRaw({ role: 'edge' })
  const chunk = Buffer.from(new ArrayBuffer(64 * 1024))
  lend(chunk, 'reader')
  transport.hold()
  session.open(get, new StreamOwner()).write(chunk)
  release(chunk, 'reader')
  await peer.firstOf(frameType.data)
  const sent = [...peer.framesOf(frameType.open), ...peer.framesOf(frameType.data)]
  const count = Buffer.alloc(8)
  count.writeBigUInt64BE(BigInt(sent.reduce((sum, { payload }) => sum + headerBytes + payload.length, 0)))
  peer.send(frame(frameType.ack, 0, count), frame(frameType.ping, 0, nothing))
  // The answer waits behind the write: once this PING has arrived, so has the ACK before it.
  expect(chunk.length).toBe(64 * 1024)
  transport.release()
  await peer.firstOf(frameType.pong)
  expect([chunk.length, owner.closeError]).toEqual([0, undefined])
})

function countFreed(memory: ReadonlySet<ArrayBufferLike>): number {
  return [...memory].filter(({ byteLength }) => byteLength === 0).length
}

/** Sends this many bytes as fast as it may, and hashes what it receives. All its memory is lent. */
class Transfer implements StreamHandler {
  readonly received: Promise<{ bytes: number; sha256: string }>
  readonly sentMemory = new Set<ArrayBufferLike>()
  readonly seenMemory = new Set<ArrayBufferLike>()
  onBytes: (bytes: number) => void = () => {}
  readonly #sent = createHash('sha256')
  readonly #seen = createHash('sha256')
  #bytesLeft: number
  #seed: number
  #stream: WireStream | undefined
  #resolve: (result: { bytes: number; sha256: string }) => void = () => {}
  #reject: (error: Error) => void = () => {}

  constructor(bytes: number, seed: number) {
    this.#bytesLeft = bytes
    this.#seed = seed
    this.received = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  start(stream: WireStream): void {
    this.#stream = stream
    this.onWritable()
  }

  sentSha256(): string {
    return this.#sent.digest('hex')
  }

  onWritable(): void {
    while (this.#bytesLeft > 0) {
      const chunk = this.#makeChunk()
      this.#bytesLeft -= chunk.length
      this.#sent.update(chunk)
      this.sentMemory.add(chunk.buffer)
      lend(chunk, 'reader')
      const hasRoom = this.#stream?.write(chunk)
      release(chunk, 'reader')
      if (hasRoom === false) return
    }
    this.#stream?.end()
  }

  onHead(_head: ResponseHead): void {}

  onData(chunk: Buffer): void {
    this.seenMemory.add(chunk.buffer)
    this.onBytes(chunk.length)
    // The consumer is slow, so that flow control is exercised and memory that is freed too early is detected.
    setImmediate(() => {
      this.#seen.update(chunk)
      this.#stream?.consumed(chunk.length)
      release(chunk, 'consumer')
    })
  }

  onEnd(_trailers: readonly HeaderField[]): void {
    setImmediate(() => this.#resolve({ bytes: this.#stream?.bytesReceived ?? 0, sha256: this.#seen.digest('hex') }))
  }

  onReset(code: string, message: string): void {
    this.#reject(new Error(`${code}: ${message}`))
  }

  /** Returns a chunk of an odd length, with bytes that no other chunk has. */
  #makeChunk(): Buffer {
    this.#seed = (this.#seed * 48_271) % 2_147_483_647
    const chunk = Buffer.alloc(Math.min(this.#bytesLeft, 1 + (this.#seed % 200_000)), this.#seed.toString(36))
    return chunk
  }
}

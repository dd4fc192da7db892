import { afterEach, expect, it } from '@jest/globals'
import { createHash } from 'node:crypto'
import type { HeaderField, ResponseHead, StreamHandler, WireStream } from './index.ts'
import { closeSessions, connectTunnel, get, ok } from './testing/sessions.ts'
import { createSocketPair } from './testing/transports.ts'

afterEach(closeSessions)

const mib = 1024 * 1024

it('a large transfer arrives as it was sent, both ways at once, with small exchanges beside it', async () => {
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
}, 60_000)

/** Sends so many bytes, as fast as it may, and hashes what it gets. */
class Transfer implements StreamHandler {
  readonly received: Promise<{ bytes: number; sha256: string }>
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
      if (this.#stream?.write(chunk) === false) return
    }
    this.#stream?.end()
  }

  onHead(_head: ResponseHead): void {}

  onData(chunk: Buffer): void {
    this.#seen.update(chunk)
    // The consumer takes its time, so that flow control has something to do.
    setImmediate(() => this.#stream?.consumed(chunk.length))
  }

  onEnd(_trailers: readonly HeaderField[]): void {
    this.#resolve({ bytes: this.#stream?.bytesReceived ?? 0, sha256: this.#seen.digest('hex') })
  }

  onReset(code: string, message: string): void {
    this.#reject(new Error(`${code}: ${message}`))
  }

  /** A chunk of some odd length, with bytes that no other chunk has. */
  #makeChunk(): Buffer {
    this.#seed = (this.#seed * 48_271) % 2_147_483_647
    const chunk = Buffer.alloc(Math.min(this.#bytesLeft, 1 + (this.#seed % 200_000)), this.#seed.toString(36))
    return chunk
  }
}

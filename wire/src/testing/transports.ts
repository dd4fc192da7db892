import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { Duplex } from 'node:stream'

/** Two ends of a connection: what one writes, the other reads. */
export type TransportPair = readonly [edgeEnd: Duplex, agentEnd: Duplex]

/** How an in-memory pair treats what is written to it. */
export interface MemoryPairOptions {
  /** How many of the next bytes arrive in one piece. Default: all. */
  cut?: (bytesLeft: number) => number
  /** How long bytes travel in one direction. Default 0: they arrive at once. */
  delayMs?: number
  /** How many bytes arrive in one direction before the connection breaks and loses what follows. Default: all. */
  breakAfterBytes?: number
}

/** One end of an in-memory pair. It accepts everything that is written until it is held. */
export class MemoryTransport extends Duplex {
  /** Each write that reached the transport; corked writes count as one. */
  readonly writes: Buffer[] = []
  peer: MemoryTransport | undefined
  readonly #options: MemoryPairOptions
  #bytesLeft: number
  #isHeld = false
  #heldCallback: (() => void) | undefined

  constructor(options: MemoryPairOptions) {
    super({ allowHalfOpen: true })
    this.#options = options
    this.#bytesLeft = options.breakAfterBytes ?? Number.POSITIVE_INFINITY
  }

  /** Resolves with the next write that reaches the transport. */
  waitForWrite(): Promise<Buffer> {
    return new Promise((resolve) => this.once('write', resolve))
  }

  /** Makes the transport accept one more write and then nothing, like a socket whose other side does not read. */
  hold(): void {
    this.#isHeld = true
  }

  release(): void {
    this.#isHeld = false
    const callback = this.#heldCallback
    this.#heldCallback = undefined
    callback?.()
  }

  /** Breaks the connection: what was not read is lost, on both sides. */
  break(): void {
    this.peer?.destroy()
    this.destroy()
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, callback: () => void): void {
    this.#take(chunk, callback)
  }

  override _writev(chunks: { chunk: Buffer }[], callback: () => void): void {
    this.#take(Buffer.concat(chunks.map(({ chunk }) => chunk)), callback)
  }

  override _final(callback: () => void): void {
    this.#deliver(null)
    callback()
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    this.#deliver(null)
    callback(error)
  }

  #take(written: Buffer, callback: () => void): void {
    // After the callback, the memory belongs to the writer again.
    const bytes = Buffer.from(written)
    this.writes.push(bytes)
    this.emit('write', bytes)
    const arriving = bytes.subarray(0, this.#bytesLeft)
    for (let offset = 0; offset < arriving.length;) {
      const next = offset + (this.#options.cut?.(arriving.length - offset) ?? arriving.length)
      this.#deliver(arriving.subarray(offset, next))
      offset = next
    }
    this.#bytesLeft -= arriving.length
    if (arriving.length < bytes.length) this.break()
    if (this.#isHeld) this.#heldCallback = callback
    else callback()
  }

  #deliver(piece: Buffer | null): void {
    const deliver = (): void => {
      if (this.peer && !this.peer.readableEnded && !this.peer.destroyed) this.peer.push(piece)
    }
    if (this.#options.delayMs) setTimeout(deliver, this.#options.delayMs)
    else deliver()
  }
}

export function createMemoryPair(
  edgeOptions: MemoryPairOptions = {},
  agentOptions = edgeOptions,
): readonly [MemoryTransport, MemoryTransport] {
  const edgeEnd = new MemoryTransport(edgeOptions)
  const agentEnd = new MemoryTransport(agentOptions)
  edgeEnd.peer = agentEnd
  agentEnd.peer = edgeEnd
  return [edgeEnd, agentEnd]
}

/** Cuts at positions that look random but are the same in every run. */
export function createCut(seed: number): (bytesLeft: number) => number {
  let state = seed
  return (bytesLeft) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.min(bytesLeft, 1 + (state % 40))
  }
}

/** A real connection over the loopback interface. */
export async function createSocketPair(): Promise<TransportPair> {
  const server = createServer({ noDelay: true }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('expected a TCP address')
  const accepted = once(server, 'connection')
  const agentEnd = connect({ port: address.port, host: '127.0.0.1', noDelay: true })
  const [edgeEnd] = await accepted
  server.close()
  return [edgeEnd, agentEnd]
}

import type { Duplex } from 'node:stream'
import { gatherWrites, release } from '@culvert/program/memory'
import type { HeaderField } from '@culvert/wire'

/** How the app finds the end of a request body; a number is the Content-Length that the visitor sent. */
export type RequestFraming = number | 'chunked' | 'raw'

/** Chunks up to this size share one write with their framing; larger ones are passed on without a copy. */
const copiedBytesMax = 16 * 1024

/** Writes a request's head and body to the app's socket, and reports how many body bytes the socket has accepted. */
export class RequestBody {
  readonly #socket: Duplex
  readonly #framing: RequestFraming
  readonly #onTaken: (bytes: number) => void
  #bytesLeft: number
  /** Whether no byte of the body was written. */
  isEmpty = true
  /** The head, until the first write sends it. */
  #head: string
  /** The bodies of writes that the socket has not confirmed, oldest first. */
  readonly #unconfirmed: Buffer[] = []
  /** What waits because the socket has so many of them: pieces that are joined, oldest first, and the newest ones. */
  readonly #joined: Buffer[] = []
  readonly #held: Buffer[] = []
  /** Also called for the bytes that a destroyed socket drops: nothing waits for them, so they are settled too. */
  readonly #onWritten = () => {
    const chunk = this.#unconfirmed.shift() ?? noBytes
    const bytes = chunk.length
    release(chunk, 'consumer')
    if (this.#unconfirmed.length <= unconfirmedMin) this.#writeHeld()
    this.#onTaken(bytes)
  }

  constructor(socket: Duplex, head: string, framing: RequestFraming, onTaken: (bytes: number) => void) {
    this.#socket = socket
    this.#head = head
    this.#framing = framing
    this.#bytesLeft = typeof framing === 'number' ? framing : Number.POSITIVE_INFINITY
    this.#onTaken = onTaken
  }

  /** Reports whether the socket has accepted everything that was written. */
  get isTaken(): boolean {
    return this.#unconfirmed.length === 0 && !this.#isHolding
  }

  get #isHolding(): boolean {
    return this.#held.length > 0 || this.#joined.length > 0
  }

  /** Sends the head alone, if no body byte has arrived in the meantime. */
  flushHead(): void {
    if (this.#head === '') return
    this.#socket.write(this.#head, 'latin1')
    this.#head = ''
  }

  /** Returns false if the body is longer than its Content-Length; nothing more may be written then. */
  write(chunk: Buffer): boolean {
    this.#bytesLeft -= chunk.length
    if (this.#bytesLeft < 0) return false
    this.isEmpty = false
    const hasRoom = this.#unconfirmed.length < unconfirmedMax || chunk.length > smallBytesMax
    if (hasRoom && !this.#isHolding) this.#writeChunk(chunk)
    else if (this.#held.push(chunk) === heldMax) this.#joined.push(joinChunks(this.#held.splice(0)))
    return true
  }

  #writeChunk(chunk: Buffer): void {
    const isChunked = this.#framing === 'chunked'
    this.#write(isChunked ? `${chunk.length.toString(16)}\r\n` : '', chunk, isChunked ? '\r\n' : '')
  }

  #writeHeld(): void {
    const held = [...this.#joined.splice(0), ...this.#held.splice(0)]
    if (held.length > 0) this.#writeChunk(joinChunks(held))
  }

  /** Ends the body. Returns false if it is shorter than its Content-Length. */
  end(trailers: readonly HeaderField[]): boolean {
    this.#writeHeld()
    if (this.#framing === 'raw') {
      this.flushHead()
      this.#socket.end()
    } else if (this.#framing === 'chunked') {
      let text = '0\r\n'
      for (const [name, value] of trailers) text += `${name}: ${value}\r\n`
      this.#write(`${text}\r\n`, noBytes, '')
    } else {
      this.flushHead()
    }
    return typeof this.#framing !== 'number' || this.#bytesLeft === 0
  }

  #write(before: string, chunk: Buffer, after: string): void {
    const prefix = this.#head + before
    this.#head = ''
    this.#unconfirmed.push(chunk)
    if (prefix === '' && after === '') {
      gatherWrites(this.#socket, chunk)
      this.#socket.write(chunk, this.#onWritten)
    } else if (chunk.length <= copiedBytesMax) {
      this.#socket.write(join(prefix, chunk, after), this.#onWritten)
    } else {
      this.#socket.cork()
      this.#socket.write(prefix, 'latin1')
      this.#socket.write(chunk, this.#onWritten)
      if (after !== '') this.#socket.write(after, 'latin1')
      this.#socket.uncork()
    }
  }
}

const noBytes = Buffer.alloc(0)

/**
 * How many writes the socket gets before it has confirmed one, and how many pieces are joined. A piece may be a single byte: as a write of its own
 * it takes 250 times that while the app does not read, so further ones are joined until few are left. Large ones are not worth a copy.
 */
const unconfirmedMax = 64
const unconfirmedMin = 8
const heldMax = 64
const smallBytesMax = 4 * 1024

/** Joins chunks, and releases their memory. */
export function joinChunks(chunks: readonly Buffer[]): Buffer {
  const joined = Buffer.concat(chunks)
  for (const chunk of chunks) release(chunk, 'consumer')
  return joined
}

function join(before: string, chunk: Buffer, after: string): Buffer {
  const joined = Buffer.allocUnsafe(before.length + chunk.length + after.length)
  joined.write(before, 'latin1')
  joined.set(chunk, before.length)
  joined.write(after, before.length + chunk.length, 'latin1')
  return joined
}

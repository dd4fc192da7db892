import { protocolError } from './errors.ts'
import { streamIdMax } from './protocol.ts'
import type { Stream } from './stream.ts'

/** The open streams of a session. The edge opens them, with odd ids that only grow. */
export class StreamTable {
  readonly #streams = new Map<number, Stream>()
  /** The last id that was used; everything up to it was open once. */
  lastId = -1

  get size(): number {
    return this.#streams.size
  }

  /** True when there is an id for one more stream. */
  hasNextId(): boolean {
    return this.lastId + 2 <= streamIdMax
  }

  takeNextId(): number {
    this.lastId += 2
    return this.lastId
  }

  /** Takes the id of an OPEN that came. */
  takeReceivedId(id: number): void {
    if (id % 2 === 0) throw protocolError(`expected an odd stream id in OPEN, got ${id}`)
    if (id <= this.lastId) throw protocolError(`expected a stream id above ${this.lastId} in OPEN, got ${id}`)
    this.lastId = id
  }

  add(stream: Stream): void {
    this.#streams.set(stream.id, stream)
  }

  delete(stream: Stream): void {
    this.#streams.delete(stream.id)
  }

  /** The stream, or undefined when it is over: frames may have been under way when it ended. */
  find(id: number): Stream | undefined {
    const stream = this.#streams.get(id)
    if (!stream && (id > this.lastId || id % 2 === 0)) throw protocolError(`expected an opened stream, got ${id}`)
    return stream
  }

  /** Ends every stream above `lastId` that the other side will not answer, or has not. */
  lose(message: string, lastId = -1): void {
    for (const stream of this.#streams.values()) {
      if (stream.id > lastId) stream.receiveReset('SESSION_LOST', message)
    }
  }
}

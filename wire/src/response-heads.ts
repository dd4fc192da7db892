import { protocolError } from './errors.ts'
import { interimHeadsMax } from './protocol.ts'
import type { ResponseHead, StreamKind } from './types.ts'

/** The order of the response heads of one stream: some 1xx, then a final one. Both ends hold to it. */
export class ResponseHeads {
  readonly #kind: StreamKind
  #interimHeads = 0
  #isDone = false

  constructor(kind: StreamKind) {
    this.#kind = kind
  }

  /** The final head was there; a body may follow. */
  get isDone(): boolean {
    return this.#isDone
  }

  /** Throws when this head may not come now, or not end its direction. */
  take(head: ResponseHead, end: boolean): void {
    if (this.#isDone) throw protocolError('expected one final response head, got a second')
    if (head.status === 101 && this.#kind !== 'upgrade') {
      throw protocolError('expected 101 only on a stream that asked to upgrade')
    }
    // 101 is final: what follows it is no HTTP any more.
    if (head.status >= 200 || head.status === 101) {
      this.#isDone = true
      return
    }
    if (end) throw protocolError(`expected a final head to end a stream, got ${head.status}`)
    this.#interimHeads += 1
    // Heads are under no flow control, so that their number needs a limit of its own.
    if (this.#interimHeads > interimHeadsMax)
      throw protocolError(`expected at most ${interimHeadsMax} heads before the final one`)
  }
}

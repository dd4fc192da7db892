import { protocolError } from './errors.ts'
import { interimHeadsMax } from './protocol.ts'
import type { ResponseHead, StreamKind } from './types.ts'

/** The order of the response heads of a stream: any 1xx, then a final one. Both sides enforce it. */
export class ResponseHeads {
  readonly #kind: StreamKind
  #interimHeads = 0
  #isDone = false

  constructor(kind: StreamKind) {
    this.#kind = kind
  }

  /** Reports whether the final head has been sent or received, so that a body may follow. */
  get isDone(): boolean {
    return this.#isDone
  }

  /** Throws if this head may not come now, or may not end its direction. */
  take(head: ResponseHead, end: boolean): void {
    if (this.#isDone) throw protocolError('expected one final response head, got a second')
    if (head.status === 101 && this.#kind !== 'upgrade') {
      throw protocolError('expected 101 only on a stream that asked to upgrade')
    }
    // 101 is final: what follows it is not HTTP.
    if (head.status >= 200 || head.status === 101) {
      this.#isDone = true
      return
    }
    if (end) throw protocolError(`expected a final head to end a stream, got ${head.status}`)
    this.#interimHeads += 1
    // Heads are not under flow control, so their number needs a limit.
    if (this.#interimHeads > interimHeadsMax)
      throw protocolError(`expected at most ${interimHeadsMax} heads before the final one`)
  }
}

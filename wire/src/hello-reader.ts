import { protocolError } from './errors.ts'
import { FrameParser } from './frames.ts'
import { decodeHello } from './messages.ts'
import { frameType } from './protocol.ts'
import type { Hello } from './types.ts'

/** Finds the HELLO with which an agent's bytes begin, for a program that routes connections by it. */
export class HelloReader {
  #hello: Hello | undefined
  readonly #parser = new FrameParser('agent', {
    receiveFrame: (type, _streamId, _end, payload) => {
      if (this.#hello !== undefined) return
      if (type !== frameType.hello) refuse()
      this.#hello = decodeHello(payload).hello
    },
    receiveData: refuse,
  })

  /** Takes the next bytes. Returns undefined while a part of HELLO is missing. Throws a `WireError` when they begin otherwise. */
  push(chunk: Buffer): Hello | undefined {
    this.#parser.push(chunk)
    return this.#hello
  }
}

function refuse(): never {
  throw protocolError('expected HELLO first')
}

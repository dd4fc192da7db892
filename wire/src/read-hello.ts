import { protocolError } from './errors.ts'
import { FrameParser } from './frames.ts'
import { decodeHello } from './messages.ts'
import { frameType } from './protocol.ts'
import type { Hello } from './types.ts'

/**
 * Reads the HELLO with which an agent's bytes begin, for one who passes them on and must know to whom. Undefined while a
 * part of it is missing. Throws a `WireError` when they begin otherwise.
 */
export function readHello(bytes: Buffer): Hello | undefined {
  let hello: Hello | undefined
  const parser = new FrameParser('agent', {
    receiveFrame: (type, _streamId, _end, payload) => {
      if (hello !== undefined) return
      if (type !== frameType.hello) refuse()
      hello = decodeHello(payload).hello
    },
    receiveData: refuse,
  })
  parser.push(bytes)
  return hello
}

function refuse(): never {
  throw protocolError('expected HELLO first')
}

import { array, assert, boolean, constantFrom, nat, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MessageCounter } from './message-counter.ts'

interface Frame {
  opcode: number
  isFinal: boolean
  isMasked: boolean
  bytes: number
}

/** RFC 6455, section 5.2. */
function encode({ opcode, isFinal, isMasked, bytes }: Frame): Buffer {
  const lengthBytes = bytes < 126 ? 0 : bytes < 65_536 ? 2 : 8
  const head = Buffer.alloc(2 + lengthBytes)
  head[0] = opcode | (isFinal ? 0x80 : 0)
  head[1] = (isMasked ? 0x80 : 0) | (lengthBytes === 0 ? bytes : lengthBytes === 2 ? 126 : 127)
  if (lengthBytes === 2) head.writeUInt16BE(bytes, 2)
  if (lengthBytes === 8) head.writeBigUInt64BE(BigInt(bytes), 2)
  // A payload that looks like the end of a message.
  return Buffer.concat([head, Buffer.alloc((isMasked ? 4 : 0) + bytes, 0x81)])
}

describe('WebSocket messages', () => {
  it('are counted by their last frames, whatever lies between, however the bytes are cut', () => {
    const frame = record({
      opcode: constantFrom(0, 1, 2, 8, 9, 10),
      isFinal: boolean(),
      isMasked: boolean(),
      bytes: constantFrom(0, 1, 125, 126, 65_535, 65_536, 70_000),
    })
    assert(
      property(array(frame, { maxLength: 8 }), array(nat(200_000), { maxLength: 10 }), (frames, cuts) => {
        const bytes = Buffer.concat(frames.map(encode))
        const counter = new MessageCounter()
        let from = 0
        for (const to of [...cuts.filter((cut) => cut < bytes.length).toSorted((a, b) => a - b), bytes.length]) {
          counter.read(bytes.subarray(from, to))
          from = to
        }
        expect(counter.count).toBe(frames.filter(({ opcode, isFinal }) => isFinal && opcode < 8).length)
      }),
      { numRuns: 300 },
    )
  })

  it('are counted when every byte comes alone', () => {
    const bytes = Buffer.concat([
      encode({ opcode: 1, isFinal: true, isMasked: true, bytes: 300 }),
      encode({ opcode: 2, isFinal: true, isMasked: false, bytes: 0 }),
    ])
    const counter = new MessageCounter()
    for (const byte of bytes) counter.read(Buffer.from([byte]))
    expect(counter.count).toBe(2)
  })
})

import { array, assert, boolean, constantFrom, nat, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FrameReader } from './web-socket.ts'

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
  it('are counted by their last frames, whatever lies between, however the bytes are split', () => {
    const frame = record({
      opcode: constantFrom(0, 1, 2, 8, 9, 10),
      isFinal: boolean(),
      isMasked: boolean(),
      bytes: constantFrom(0, 1, 125, 126, 65_535, 65_536, 70_000),
    })
    assert(
      property(array(frame, { maxLength: 8 }), array(nat(200_000), { maxLength: 10 }), (frames, cuts) => {
        const bytes = Buffer.concat(frames.map(encode))
        const reader = new FrameReader()
        let from = 0
        for (const to of [...cuts.filter((cut) => cut < bytes.length).toSorted((a, b) => a - b), bytes.length]) {
          reader.read(bytes.subarray(from, to))
          from = to
        }
        expect(reader.messages).toBe(frames.filter(({ opcode, isFinal }) => isFinal && opcode < 8).length)
      }),
      { numRuns: 300 },
    )
  })

  it('are counted if the bytes arrive one by one', () => {
    const bytes = Buffer.concat([
      encode({ opcode: 1, isFinal: true, isMasked: true, bytes: 300 }),
      encode({ opcode: 2, isFinal: true, isMasked: false, bytes: 0 }),
    ])
    const reader = new FrameReader()
    for (const byte of bytes) reader.read(Buffer.from([byte]))
    expect(reader.messages).toBe(2)
  })

  it('are read to the end of a frame and no further', () => {
    const frames = [125, 126, 65_536].map((bytes) => encode({ opcode: 2, isFinal: true, isMasked: false, bytes }))
    for (const frame of frames) {
      for (const cut of [1, 2, 3, frame.length - 1]) {
        const reader = new FrameReader()
        reader.read(frame.subarray(0, cut))
        expect(reader.isBetweenFrames).toBe(false)
        expect(reader.readFrame(Buffer.concat([frame.subarray(cut), ...frames]))).toBe(frame.length - cut)
        expect([reader.isBetweenFrames, reader.isClosing]).toEqual([true, false])
      }
    }
  })
})

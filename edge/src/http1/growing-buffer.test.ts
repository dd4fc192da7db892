import { describe, expect, it } from 'vitest'
import { GrowingBuffer } from './growing-buffer.ts'

describe('GrowingBuffer', () => {
  it('copies 60,000 bytes that arrive one by one fewer than 20 times', () => {
    const growing = new GrowingBuffer()
    const rooms = new Set<ArrayBufferLike>()
    let joined: Buffer = Buffer.from('0')
    for (let length = 1; length < 60_000; length += 1) {
      joined = growing.join(joined, Buffer.from(String(length % 10)))
      rooms.add(joined.buffer)
    }
    expect(joined.toString()).toBe('0123456789'.repeat(6_000))
    expect(rooms.size).toBeLessThan(20)
  })

  it('never changes a buffer that it has returned', () => {
    const growing = new GrowingBuffer()
    const first = growing.join(Buffer.from('a'), Buffer.from('b'))
    const second = growing.join(first.subarray(1), Buffer.from('c'))
    const third = growing.join(Buffer.from('x'), Buffer.from('y'))
    expect([first, second, third].map(String)).toEqual(['ab', 'bc', 'xy'])
  })
})

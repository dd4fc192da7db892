import { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { hold, isLent, lend, lendRead, ownMemory, release, writeHeld } from './lent-memory.ts'

/** Returns a chunk as a socket reads it: the only one in its memory. */
function readChunk(bytes = 16 * 1024): Buffer {
  const chunk = Buffer.from(new ArrayBuffer(bytes))
  lend(chunk, 'reader')
  return chunk
}

const ignore = () => {}

describe('lent memory', () => {
  it('is returned when its last part is released', () => {
    const chunk = readChunk()
    const piece = chunk.subarray(0, 10)
    hold(piece, 'consumer')
    release(chunk, 'reader')
    expect([chunk.length, piece.length, isLent(piece)]).toEqual([16 * 1024, 10, true])
    release(piece, 'consumer')
    expect([chunk.length, piece.length, isLent(piece)]).toEqual([0, 0, false])
  })

  it('is held by a write until the write is over', () => {
    const chunk = readChunk()
    let finish = ignore
    const stream = new Writable({ write: (_chunk, _encoding, onWritten) => (finish = onWritten) })
    writeHeld(stream, chunk)
    release(chunk, 'reader')
    expect(chunk.length).toBe(16 * 1024)
    finish()
    return new Promise<void>((resolve) =>
      setImmediate(() => {
        expect(chunk.length).toBe(0)
        resolve()
      }),
    )
  })

  it('is returned when a small part of it is copied', () => {
    const chunk = readChunk()
    const piece = chunk.fill('x').subarray(0, 3)
    expect(ownMemory(piece, 'reader').toString()).toBe('xxx')
    expect(chunk.length).toBe(0)
  })

  it('can be released only once', () => {
    const chunk = readChunk()
    release(chunk, 'reader')
    expect(() => release(chunk, 'reader')).toThrow('Memory is released once')
  })

  it('can be released only by its holders, and only once by each', () => {
    const chunk = readChunk()
    hold(chunk, 'sender')
    expect(() => release(chunk, 'consumer')).toThrow('the consumer holds none')
    release(chunk, 'reader')
    expect(() => release(chunk, 'reader')).toThrow('the reader holds none')
    expect(chunk.length).toBe(16 * 1024)
  })
})

it('lendRead copies a large chunk of shared memory, but not a small, whole or lent one', () => {
  const slab = Buffer.from(new ArrayBuffer(64 * 1024)).fill('x')
  const copied = lendRead(slab.subarray(0, 60 * 1024))
  expect([copied.buffer === slab.buffer, copied.length, copied.at(-1), isLent(copied)]).toEqual([
    false,
    60 * 1024,
    120,
    true,
  ])
  expect(lendRead(slab.subarray(0, 100)).buffer).toBe(slab.buffer)
  expect(lendRead(slab)).toBe(slab)
  const part = slab.subarray(0, 8 * 1024)
  expect(lendRead(part)).toBe(part)
  release(slab, 'reader')
  expect(slab.length).toBe(0)
})

it('memory that was never lent can be released any number of times', () => {
  const chunk = Buffer.alloc(100)
  for (let times = 0; times < 3; times += 1) release(chunk, 'reader')
  release(Buffer.alloc(0), 'consumer')
  expect(chunk.length).toBe(100)
})

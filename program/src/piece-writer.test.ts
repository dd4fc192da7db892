import { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { PieceWriter } from './piece-writer.ts'

/** A stream whose reader takes what was written when the test says so, and a writer to it. */
function makeWriter() {
  const taken: Buffer[] = []
  let take: (() => void) | undefined
  const stream = new Writable({
    writev: (chunks, done) => {
      take = () => {
        taken.push(...chunks.map(({ chunk }: { chunk: Buffer }) => chunk))
        done()
      }
    },
  })
  const passed: Buffer[] = []
  const rooms: boolean[] = []
  const writer = new PieceWriter<never>({
    stream,
    write: (piece: Buffer) => {
      passed.push(piece)
      return stream.write(piece)
    },
    onRoom: () => rooms.push(writer.needsDrain),
    bearer: { bearerName: 'reader', onFault: (error: unknown) => expect.unreachable(String(error)) },
  })
  stream.on('drain', () => {
    if (!writer.needsDrain) rooms.push(false)
  })
  return {
    stream,
    writer,
    taken,
    /** The pieces that the stream was given, without the one after which others are joined. */
    passed,
    /** Whether there was no room at each report that there is. */
    rooms,
    /** The reader takes everything, as often as the stream has something. */
    takeAll: async () => {
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve))
        if (take === undefined) return
        const once = take
        take = undefined
        once()
      }
    },
  }
}

const sizes = [1, 5_000, 40, 4_096, 300, 3, 70_000, 2]

it('a PieceWriter keeps the order of pieces, whatever their sizes, and reports room once there is some', async () => {
  const { writer, taken, rooms, takeAll } = makeWriter()
  const pieces = Array.from({ length: 500 }, (_, index) => Buffer.alloc(sizes[index % sizes.length] ?? 1, index))
  for (const [index, piece] of pieces.entries()) {
    expect(writer.write(piece)).toBe(!writer.needsDrain)
    if (index % 45 !== 0) continue
    const reports = rooms.length + (writer.needsDrain ? 1 : 0)
    await takeAll()
    expect(rooms.length).toBe(reports)
  }
  await takeAll()
  expect(Buffer.concat(taken).equals(Buffer.concat(pieces))).toBe(true)
  expect(writer.waitingBytes).toBe(0)
  expect(writer.needsDrain).toBe(false)
  expect(rooms.length).toBeGreaterThan(0)
  expect(rooms).not.toContain(true)
})

it('a PieceWriter passes pieces on as they came while the stream takes them', async () => {
  const { writer, passed, takeAll } = makeWriter()
  const pieces = Array.from({ length: 100 }, () => Buffer.from('event'))
  for (const piece of pieces) {
    expect(writer.write(piece)).toBe(true)
    await takeAll()
  }
  expect(passed).toEqual(pieces)
  expect(passed.every((piece, index) => piece === pieces[index])).toBe(true)
})

it('a PieceWriter gives a stream few pieces at once, and everything before its end', async () => {
  const { stream, writer, taken, rooms, takeAll } = makeWriter()
  for (let count = 0; count < 10_000; count += 1) writer.write(Buffer.from('x'))
  expect(writer.waitingBytes).toBe(10_000)
  expect(stream.writableLength).toBeLessThan(20)
  writer.flush()
  expect(stream.writableLength).toBe(10_000)
  stream.end()
  await takeAll()
  expect(Buffer.concat(taken).toString()).toBe('x'.repeat(10_000))
  expect(taken.length).toBeLessThan(50)
  expect(rooms).toEqual([])
})

it('a PieceWriter drops what waits when the stream is destroyed', async () => {
  const { stream, writer, rooms, takeAll } = makeWriter()
  stream.on('error', () => {})
  for (let count = 0; count < 100; count += 1) writer.write(Buffer.from('x'))
  stream.destroy()
  await takeAll()
  writer.write(Buffer.from('x'))
  expect(writer.waitingBytes).toBeLessThan(100)
  expect(rooms).toEqual([])
})

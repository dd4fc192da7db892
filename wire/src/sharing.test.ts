import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as fc from 'fast-check'
import { CreditBudget, ReceiveWindow } from './flow-control.ts'
import { connectRaw, frame, framesIn } from './testing/raw-peer.ts'
import type { RawPeer, RawTunnel } from './testing/raw-peer.ts'
import { closeSessions, get, ok, StreamOwner } from './testing/sessions.ts'
import type { ReceivedRequest } from './testing/sessions.ts'
import type { MemoryTransport } from './testing/transports.ts'
import type { SessionOptions } from './types.ts'

/** The time that the sessions see, in milliseconds. */
let now = 1000

beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => now)
})

afterEach(() => {
  closeSessions()
  vi.restoreAllMocks()
})

const kib = 1024
const open = 'http\nGET\n/\n203.0.113.7'

describe('a stream with much to send', () => {
  it('fills frames and the transport while no other is active, and is asked to stop at 256 KiB', async () => {
    const { request, transport } = await connectSender()
    expect(writeAll(request)).toBe(4)
    expect(await nextSizes(transport)).toEqual([64, 64, 64, 63])
  })

  it('sends 16 KiB a frame and 64 KiB a write beside another, and is asked to stop at 64 KiB', async () => {
    const { peer, request, transport } = await connectSender()
    peer.send(frame(3, 3, open))
    await nextTurn()
    expect(writeAll(request)).toBe(1)
    request.stream.write(Buffer.alloc(200 * kib))
    const before = transport.writes.length
    await peer.until(() => bytesOf(peer) === 264 * kib)
    const writes = transport.writes.slice(before)
    expect(Math.max(...writes.map(({ length }) => length))).toBe(64 * kib)
    expect(Math.max(...sizesIn(writes))).toBe(16)
  })

  it('leaves the others their turn in the same write, however many they are', async () => {
    const { peer, owner, request, transport } = await connectSender()
    const ids = Array.from({ length: 12 }, (_, index) => 3 + 2 * index)
    peer.send(...ids.map((id) => frame(3, id, open)))
    await owner.request(ids.length)
    request.stream.write(Buffer.alloc(200 * kib))
    for (const { stream } of owner.requests.slice(1)) {
      stream.sendHead(ok)
      stream.write(Buffer.alloc(10 * kib))
      stream.end()
    }
    const frames = framesIn([await transport.waitForWrite()]).filter(({ type }) => type === 5)
    expect(frames.map(({ streamId }) => streamId)).toEqual([1, ...ids])
  })

  it.each([
    [199, [16, 16, 16, 15]],
    [200, [64, 64, 64, 63]],
  ])('sends after %i ms without a frame of another in pieces of %j KiB', async (silentMs, sizes) => {
    const { peer, request, transport } = await connectSender()
    peer.send(frame(3, 3, open))
    await nextTurn()
    now += silentMs
    // The other stream is still open.
    peer.send(frame(7, 1, '\0\0\0\x01'))
    await nextTurn()
    request.stream.write(Buffer.alloc(256 * kib))
    expect(await nextSizes(transport)).toEqual(sizes)
  })

  it('makes room at an edge as soon as an answer to another comes', async () => {
    const { session, peer, transport } = await connectRaw({ role: 'edge' })
    const upload = session.open(get, new StreamOwner())
    session.open(get, new StreamOwner(), true)
    peer.send(frame(7, 1, '\0\x40\0\0'), frame(4, 3, '200\nOK', true))
    await nextTurn()
    upload.write(Buffer.alloc(200 * kib))
    expect(await nextSizes(transport)).toEqual([16, 16, 16, 15])
  })
})

describe('a window', () => {
  it.each([
    ['is halved down to where it began beside another stream', 161, true, [2000, 1000, 1000]],
    ['stays as it is if half of it would drain within two round trips of the line', 160, true, [4000, 4000, 4000]],
    ['stays as it is while no other stream is active', 161, false, [4000, 4000, 4000]],
  ] as const)('%s', async (_what, drainMs, isShared, credits) => {
    const { peer } = await connectReceiver({ windowBytes: 1000, windowBytesMax: 4000 })
    for (const bytes of [500, 1000]) await sendAndAwaitCredit(peer, bytes)
    let creditBytes = 4000
    for (const credit of credits) {
      if (isShared) peer.send(frame(5, 3, 'x'))
      else now += 200
      peer.send(frame(5, 1, 'x'))
      await nextTurn()
      now += drainMs
      await sendAndAwaitCredit(peer, creditBytes - 1)
      creditBytes = credit
    }
    expect(creditsOf(peer)).toEqual([1500, 3000, ...credits])
  })

  it('grows beside another stream by the round trip of the line, not by what waits on it', async () => {
    for (const isShared of [false, true]) {
      const { peer, session } = await connectReceiver({ windowBytes: 1000, windowBytesMax: 4000 })
      const again = session.ping()
      await peer.until(() => peer.framesOf(9).length === 2)
      now += 400
      peer.send(frame(10, 0, peer.framesOf(9)[1]?.payload))
      await again
      peer.send(frame(5, 1, 'x'))
      if (isShared) peer.send(frame(5, 3, 'x'))
      await nextTurn()
      now += 100
      await sendAndAwaitCredit(peer, 999)
      expect(creditsOf(peer)).toEqual([isShared ? 1000 : 2000])
    }
  })

  it('never takes back credit, and never leaves a sender without, however the line and the others behave', () => {
    const step = fc.record({
      sent: fc.double({ min: 0, max: 1, noNaN: true }),
      taken: fc.double({ min: 0, max: 1, noNaN: true }),
      elapsedMs: fc.integer({ min: 0, max: 2000 }),
      isShared: fc.boolean(),
      lastMs: fc.integer({ min: 0, max: 300 }),
      baseMs: fc.integer({ min: 0, max: 300 }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), fc.integer({ min: 1, max: 5000 }), (steps, windowBytes) => {
        const windowBytesMax = windowBytes * 16
        const window = new ReceiveWindow(windowBytes, windowBytesMax, new CreditBudget(windowBytesMax))
        let creditBytes = windowBytes
        for (const { sent, taken, elapsedMs, isShared, lastMs, baseMs } of steps) {
          now += elapsedMs
          const bytes = Math.ceil(creditBytes * sent)
          expect(window.receive(bytes)).toBe(true)
          const line = { isShared, getRoundTrip: () => ({ lastMs, baseMs: Math.min(lastMs, baseMs) }) }
          const granted = window.consume(Math.ceil(window.unconsumedBytes * taken), line)
          creditBytes += granted - bytes
          expect(granted).toBeGreaterThanOrEqual(0)
          expect(creditBytes + window.unconsumedBytes).toBeLessThanOrEqual(windowBytesMax)
          if (window.unconsumedBytes === 0) expect(creditBytes).toBeGreaterThan(0)
        }
      }),
    )
  })
})

/** An agent with a stream that has 16 MiB of credit, and has been alone for a while. */
async function connectSender() {
  const tunnel = await connectRaw({ role: 'agent' })
  now += 1000
  tunnel.peer.send(frame(3, 1, open), frame(7, 1, '\x01\0\0\0'))
  const request = await tunnel.owner.request()
  request.stream.sendHead(ok)
  await tunnel.peer.firstOf(4)
  return { ...tunnel, request }
}

/** An agent that has measured a round trip of 40 ms, and takes what comes on streams 1 and 3 at once. */
async function connectReceiver(options: Partial<SessionOptions>): Promise<RawTunnel> {
  const tunnel = await connectRaw({ role: 'agent', ...options })
  const ping = await tunnel.peer.firstOf(9)
  now += 40
  tunnel.peer.send(frame(10, 0, ping.payload))
  tunnel.peer.send(frame(3, 1, open), frame(3, 3, open))
  await tunnel.owner.request(1)
  now += 1000
  return tunnel
}

async function sendAndAwaitCredit(peer: RawPeer, bytes: number): Promise<void> {
  const before = peer.framesOf(7).length
  peer.send(frame(5, 1, Buffer.alloc(bytes)))
  await peer.until(() => peer.framesOf(7).length > before)
}

/** Writes 64 KiB until it is asked to stop, and returns how often. */
function writeAll({ stream }: ReceivedRequest): number {
  let count = 1
  while (count < 100 && stream.write(Buffer.alloc(64 * kib))) count += 1
  return count
}

function creditsOf(peer: RawPeer): number[] {
  return peer.framesOf(7).map(({ payload }) => payload.readUInt32BE())
}

/** Resolves with the sizes of the DATA frames in the next write, in KiB rounded down. */
async function nextSizes(transport: MemoryTransport): Promise<number[]> {
  return sizesIn([await transport.waitForWrite()])
}

function sizesIn(writes: readonly Buffer[]): number[] {
  return framesIn(writes)
    .filter(({ type }) => type === 5)
    .map(({ payload }) => Math.floor(payload.length / kib))
}

function bytesOf(peer: RawPeer): number {
  return peer.framesOf(5).reduce((sum, { payload }) => sum + payload.length, 0)
}

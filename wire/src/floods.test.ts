import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { connectRaw, frame } from './testing/raw-peer.ts'
import type { RawTunnel } from './testing/raw-peer.ts'
import { closeSessions, get, ok, StreamOwner } from './testing/sessions.ts'

afterEach(closeSessions)

const open = 'http\nGET\n/\n203.0.113.7'
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

/** A PING or PONG with a distinct number. */
function numbered(type: number, number: number): Buffer {
  const payload = Buffer.alloc(8)
  payload.writeDoubleBE(number)
  return frame(type, 0, payload)
}

/** An ACK. */
function ack(bytes: number): Buffer {
  const payload = Buffer.alloc(8)
  payload.writeBigUInt64BE(BigInt(bytes))
  return frame(12, 0, payload)
}

const roles = ['edge', 'agent'] as const
const bulkBytes = 200 * 1024

/** Opens a session whose transport accepts no more data. */
async function block(role: 'edge' | 'agent'): Promise<RawTunnel> {
  const tunnel = await connectRaw({ role })
  const { session, owner, peer, transport } = tunnel
  await peer.firstOf(9)
  if (role === 'agent') peer.send(frame(3, 1, open))
  const stream = role === 'edge' ? session.open(get, new StreamOwner()) : (await owner.request()).stream
  if (role === 'agent') stream.sendHead(ok)
  transport.hold()
  stream.write(Buffer.alloc(bulkBytes))
  await transport.waitForWrite()
  while (!transport.writableNeedDrain) await nextTurn()
  return tunnel
}

describe.each(roles)('a peer that sends without reading (to an %s)', (role) => {
  it('leaves at most 16 PONGs waiting, the newest ones', async () => {
    const { session, peer, transport } = await block(role)
    for (let number = 1; number <= 900; number += 1) peer.send(numbered(9, number))
    await nextTurn()
    await nextTurn()
    const kept = session.keptBytes
    transport.release()
    await peer.until(() => peer.framesOf(10).some(({ payload }) => payload.readDoubleBE() === 900))
    const numbers = peer.framesOf(10).map(({ payload }) => payload.readDoubleBE())
    expect(numbers).toEqual(Array.from({ length: 16 }, (_, index) => 885 + index))
    // There is also only one ACK before them.
    expect(peer.framesOf(12).length).toBeLessThanOrEqual(2)
    expect(kept).toBeLessThan(bulkBytes + 64 * 1024)
  })

  it('is disconnected with PROTOCOL_ERROR at the 1,001st PING within 10 s', async () => {
    const { owner, peer } = await connectRaw({ role })
    peer.send(...Array.from({ length: 1_000 }, (_, number) => numbered(9, number)))
    await peer.until(() => peer.framesOf(10).some(({ payload }) => payload.readDoubleBE() === 999))
    peer.send(numbered(9, 1_000))
    await owner.untilEvent('close')
    expect(owner.closeError).toMatchObject({ code: 'PROTOCOL_ERROR' })
    expect((await peer.firstOf(11)).payload.toString('utf8', 10)).toMatch('at most 1000 PINGs and the like within 10 s')
  })

  it('is disconnected with PROTOCOL_ERROR at the 1,001st PING within any 10 s', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const { owner, peer } = await connectRaw({ role })
    const answered = (number: number) =>
      peer.until(() => peer.framesOf(10).some(({ payload }) => payload.readDoubleBE() === number))
    for (let number = 1; number <= 700; number += 1) peer.send(numbered(9, number))
    await answered(700)
    vi.advanceTimersByTime(9_999)
    for (let number = 701; number <= 1_000; number += 1) peer.send(numbered(9, number))
    await answered(1_000)
    vi.advanceTimersByTime(1)
    for (let number = 1_001; number <= 1_700; number += 1) peer.send(numbered(9, number))
    await answered(1_700)
    peer.send(numbered(9, 1_701))
    await owner.untilEvent('close')
    expect(owner.closeError).toMatchObject({ code: 'PROTOCOL_ERROR' })
  })

  it.each([
    ['ACKs that acknowledge nothing new', ack(0)],
    ['GOAWAYs', frame(11, 0, '\0\0\0\0\0\x08\0\0\0\0')],
  ])('is disconnected with PROTOCOL_ERROR for 1,001 %s', async (_what, flood) => {
    const { owner, peer } = await connectRaw({ role })
    peer.send(...Array.from({ length: 1_001 }, () => flood))
    await owner.untilEvent('close')
    expect(owner.closeError).toMatchObject({ code: 'PROTOCOL_ERROR' })
  })
})

describe('frames that cost more than their bytes', () => {
  it('are read 4,096 at a time, with other events in between', async () => {
    const { owner, peer } = await connectRaw({ role: 'agent' })
    peer.send(frame(3, 1, open))
    const request = await owner.request()
    const tiny = Buffer.concat(Array.from({ length: 4_096 }, () => frame(5, 1, 'x')))
    for (let round = 0; round < 8; round += 1) peer.send(tiny)
    const readByTurn: number[] = []
    while (request.bytes < 8 * 4_096) {
      await nextTurn()
      readByTurn.push(request.bytes)
    }
    expect(readByTurn.length).toBeGreaterThan(4)
  })

  it('are counted with their memory overhead while they wait for a peer that does not read', async () => {
    const { session, owner, transport } = await connectRaw({ role: 'edge' })
    transport.hold()
    const visitors = Array.from({ length: 40_000 }, () => new StreamOwner())
    for (const [opened, visitor] of visitors.entries()) {
      session.open(get, visitor, true).reset('CANCELLED', '')
      if (opened % 1_000 === 0) await nextTurn()
    }
    // More than 4 MiB with the overhead, and the last found no room.
    const { keptBytes } = session
    for (const visitor of visitors) session.open(get, visitor, true)
    expect(await visitors.at(-1)?.untilEvent('reset')).toMatch('reset LINE_FULL')
    expect(session.keptBytes).toBe(keptBytes)
    expect(owner.events).toEqual(['hello test/1'])
    expect(session.isOpen).toBe(true)
  })
})

describe('a PONG', () => {
  it('answers its PING and all earlier ones', async () => {
    const { session, peer } = await connectRaw({ role: 'edge' })
    peer.send(frame(10, 0, (await peer.firstOf(9)).payload))
    const pings = [session.ping(), session.ping(), session.ping()]
    await peer.until(() => peer.framesOf(9).length === 4)
    peer.send(frame(10, 0, peer.framesOf(9)[3]!.payload))
    for (const ping of pings) expect(await ping).toBeGreaterThan(0)
  })
})

describe('a session that is asked for its round trip', () => {
  it('has at most 16 PINGs unanswered, and passes the answer to the last on to everybody', async () => {
    const { session, peer } = await connectRaw({ role: 'edge' })
    await peer.firstOf(9)
    const asked = Array.from({ length: 40 }, () => session.ping())
    await nextTurn()
    await nextTurn()
    const pings = peer.framesOf(9)
    expect(pings).toHaveLength(16)
    peer.send(frame(10, 0, pings[15]!.payload))
    for (const answer of await Promise.all(asked)) expect(answer).toBeGreaterThan(0)
    const next = session.ping()
    await peer.until(() => peer.framesOf(9).length === 17)
    peer.send(frame(10, 0, peer.framesOf(9)[16]!.payload))
    expect(await next).toBeGreaterThan(0)
  })
})

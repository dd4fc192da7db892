import { afterEach, describe, expect, it } from 'vitest'
import { connectRaw } from './testing/raw-peer.ts'
import { closeSessions, connectTunnel, get, ok, StreamOwner } from './testing/sessions.ts'

afterEach(closeSessions)

describe('an owner that sends what it must not', () => {
  const heads: [what: string, fields: [string, string][], message: string][] = [
    ['LF in a value', [['X-A', 'a\nX-B: b']], 'expected latin1 without CR, LF and NUL in the field X-A'],
    ['CR in a value', [['X-A', 'a\r']], 'expected latin1 without CR, LF and NUL in the field X-A'],
    ['NUL in a value', [['X-A', 'a\0b']], 'expected latin1 without CR, LF and NUL in the field X-A'],
    ['a value beyond latin1', [['X-A', '€']], 'expected latin1 without CR, LF and NUL in the field X-A'],
    ['an empty name', [['', 'a']], 'expected a field name of token characters, got ""'],
    ['a name with LF', [['X\nA', 'a']], String.raw`expected a field name of token characters, got "X\nA"`],
    ['a value that exceeds a frame', [['X-A', 'a'.repeat(65_536)]], 'of at most 65536 bytes, got'],
  ]

  it.each(heads)('opens no stream with %s in a request', async (_what, fields, message) => {
    const { session, peer } = await connectRaw({ role: 'edge' })
    const visitor = new StreamOwner()
    session.open({ ...get, fields }, visitor).write(Buffer.from('body'))
    expect(visitor.events).toEqual([])
    const reset = await visitor.untilEvent('reset INTERNAL')
    expect(reset).toContain(message)
    await flushed(session.ping())
    expect([peer.framesOf(3), peer.framesOf(5), peer.framesOf(8)]).toEqual([[], [], []])
  })

  it.each(heads)('has its stream reset for %s in a response', async (_what, fields, message) => {
    const tunnel = await connectTunnel()
    const visitor = tunnel.open()
    const request = await tunnel.agentOwner.request()
    request.stream.sendHead({ ...ok, fields })
    expect(await request.untilEvent('reset ORIGIN_BAD_RESPONSE')).toContain(message)
    expect(await visitor.untilEvent('reset ORIGIN_BAD_RESPONSE')).toContain(message)
    expect(visitor.heads).toEqual([])
  })

  it.each(heads)('has its stream reset for %s in trailers', async (_what, fields, message) => {
    const tunnel = await connectTunnel()
    const visitor = tunnel.open()
    const request = await tunnel.agentOwner.request()
    request.stream.sendHead(ok)
    request.stream.end(fields)
    expect(await visitor.untilEvent('reset ORIGIN_BAD_RESPONSE')).toContain(message)
    const next = tunnel.open()
    const nextRequest = await tunnel.agentOwner.request(1)
    next.stream.end(fields)
    expect(await nextRequest.untilEvent('reset INTERNAL')).toContain(message)
  })

  const misuses: [what: string, misuse: (stream: StreamOwner) => void, reset: string][] = [
    [
      'a body before its head',
      ({ stream }) => stream?.write(Buffer.from('x')),
      'reset INTERNAL: expected a final response head before its body',
    ],
    [
      'an end before its head',
      ({ stream }) => stream?.end(),
      'reset INTERNAL: expected a final response head before its body',
    ],
    [
      'a body after 103',
      ({ stream }) => {
        stream?.sendHead({ status: 103, reason: '', fields: [] })
        stream?.write(Buffer.from('x'))
      },
      'reset INTERNAL: expected a final response head before its body',
    ],
    [
      'a second head',
      ({ stream }) => {
        stream?.sendHead(ok)
        stream?.sendHead(ok)
      },
      'reset ORIGIN_BAD_RESPONSE: expected one final response head, got a second',
    ],
    [
      '101 without upgrade',
      ({ stream }) => stream?.sendHead({ ...ok, status: 101 }),
      'reset ORIGIN_BAD_RESPONSE: expected 101 only on a stream that asked to upgrade',
    ],
    [
      'an end with 103',
      ({ stream }) => stream?.sendHead({ ...ok, status: 103 }, true),
      'reset ORIGIN_BAD_RESPONSE: expected a final head to end a stream, got 103',
    ],
    [
      'a status of four digits',
      ({ stream }) => stream?.sendHead({ ...ok, status: 1000 }),
      'reset ORIGIN_BAD_RESPONSE: expected a status from 100 to 999, got 1000',
    ],
    [
      'a reason with LF',
      ({ stream }) => stream?.sendHead({ ...ok, reason: 'a\nb' }),
      'reset ORIGIN_BAD_RESPONSE: expected a reason of latin1 without CR, LF and NUL',
    ],
  ]

  it.each(misuses)('has its stream reset on both sides for %s', async (_what, misuse, reset) => {
    const tunnel = await connectTunnel()
    const visitor = tunnel.open()
    const request = await tunnel.agentOwner.request()
    misuse(request)
    expect(await request.untilEvent('reset')).toBe(reset)
    expect(await visitor.untilEvent('reset')).toBe(reset)
    expect(tunnel.edgeOwner.events).not.toContain('close')
  })
})

async function flushed(roundTrip: Promise<number>): Promise<void> {
  // A raw peer answers no PING; that it was sent is enough.
  roundTrip.catch(() => {})
  await new Promise((resolve) => {
    setImmediate(() => setImmediate(resolve))
  })
}

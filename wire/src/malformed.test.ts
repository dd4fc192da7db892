import { afterEach, describe, expect, it } from 'vitest'
import { connectRaw, frame, helloFrame, nothing, startRaw, welcomeFrame } from './testing/raw-peer.ts'
import type { RawTunnel } from './testing/raw-peer.ts'
import { closeSessions, get, hello, StreamOwner } from './testing/sessions.ts'

afterEach(closeSessions)

const openText = 'http\nGET\n/\n203.0.113.7\nHost\ndemo.example.com'
const head = frame(4, 1, '200\nOK')
const header = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex')

/** The message that a peer receives if it sends these frames to an agent after the handshake. */
const toAgent: [what: string, frames: Buffer[], message: string][] = [
  ['an unknown type', [frame(14, 0, 'x')], 'expected a frame type from 1 to 13, got 14'],
  ['type 0', [frame(0, 0, 'x')], 'expected a frame type from 1 to 13, got 0'],
  ['DATA above 64 KiB', [header('010001 05 00000001')], 'expected DATA with 0 to 65536 bytes, got 65537'],
  ['OPEN above 64 KiB', [header('010001 03 00000001')], 'expected OPEN with 1 to 65536 bytes, got 65537'],
  ['an empty OPEN', [frame(3, 1)], 'expected OPEN with 1 to 65536 bytes, got 0'],
  ['a short WINDOW', [frame(7, 1, 'abc')], 'expected WINDOW with 4 bytes, got 3'],
  ['a long PING', [frame(9, 0, '123456789')], 'expected PING with 8 bytes, got 9'],
  ['a short PONG', [frame(10, 0, '1234567')], 'expected PONG with 8 bytes, got 7'],
  ['a short RST', [frame(8, 1, '1')], 'expected RST with 2 to 1026 bytes, got 1'],
  ['a short GOAWAY', [frame(11, 0, '123456789')], 'expected GOAWAY with 10 to 1034 bytes, got 9'],
  ['DATA on stream 0', [frame(5, 0, 'x')], 'expected DATA on a stream, got 0'],
  ['PING on a stream', [frame(9, 3, '12345678')], 'expected PING on stream 0, got 3'],
  ['END on a WINDOW', [frame(7, 1, '\0\0\0\x01', true)], 'expected WINDOW without the END bit'],
  ['TRAILERS without END', [frame(6, 1, 'a\nb')], 'expected TRAILERS with the END bit'],
  ['an empty DATA without END', [frame(5, 1)], 'expected bytes or the END bit in a DATA frame, got neither'],
  ['HEAD from the edge', [frame(4, 1, '200\nOK')], 'expected HEAD from the agent only, got it from the edge'],
  ['a second WELCOME', [welcomeFrame], 'expected HELLO, WELCOME, then other frames, in this order'],
  ['an even stream ID', [frame(3, 2, openText)], 'expected an odd stream id in OPEN, got 2'],
  [
    'a lower stream ID than before',
    [frame(3, 5, openText), frame(3, 3, openText)],
    'expected a stream id above 5 in OPEN, got 3',
  ],
  ['DATA for a stream that is not open', [frame(5, 7, 'x')], 'expected the id of an opened stream, got 7'],
  ['an unknown kind', [frame(3, 1, 'tcp\nGET\n/\n::1')], 'expected the kind http, upgrade or agent in OPEN'],
  [
    'a call to the agent itself',
    [frame(3, 1, 'agent\nGET\n/\n::1')],
    'expected the feature inspection for the kind agent',
  ],
  ['no method', [frame(3, 1, 'http')], 'expected a method, got the end of the payload'],
  ['a method with a space', [frame(3, 1, 'http\nG T\n/\n::1')], 'expected a method of token characters, got "G T"'],
  ['an absolute target', [frame(3, 1, 'http\nGET\nhttp://a/\n::1')], 'expected a target in origin form or * in OPEN'],
  ['a target with a space', [frame(3, 1, 'http\nGET\n/ a\n::1')], 'expected a target in origin form or * in OPEN'],
  ['no address', [frame(3, 1, 'http\nGET\n/\n')], "expected the visitor's address in OPEN"],
  ['a name without a value', [frame(3, 1, `${openText}\nX-A`)], 'expected a field value, got the end of the payload'],
  [
    'an empty name after a known head',
    [frame(3, 1, openText, true), frame(3, 3, `${openText}\n`, true)],
    'expected a field name of token characters, got ""',
  ],
  ['an empty name', [frame(3, 1, `${openText}\n\nx`)], 'expected a field name of token characters, got ""'],
  ['a name with a colon', [frame(3, 1, `${openText}\nX:\nx`)], 'expected a field name of token characters, got "X:"'],
  ['CR in a value', [frame(3, 1, `${openText}\nX\na\rb`)], 'expected text without CR and NUL'],
  ['NUL in a value', [frame(3, 1, `${openText}\nX\na\0b`)], 'expected text without CR and NUL'],
  [
    'no credit',
    [frame(3, 1, openText), frame(7, 1, '\0\0\0\0')],
    'expected a credit of 1 to 2147483647 bytes in WINDOW, got 0',
  ],
  ['DATA after END', [frame(3, 1, openText, true), frame(5, 1, 'x')], 'expected nothing on a stream behind its END'],
  [
    'an ACK in a session that is not resumed',
    [frame(12, 0, '\0'.repeat(8))],
    'expected an ACK of bytes that were sent',
  ],
  ['a PONG without a PING', [frame(10, 0, '12345678')], 'expected a PONG that repeats a PING'],
]

/** The same for an edge that has opened stream 1. */
const toEdge: [what: string, frames: Buffer[], message: string][] = [
  ['OPEN from the agent', [frame(3, 1, openText)], 'expected OPEN from the edge only, got it from the agent'],
  [
    'an ACK of bytes that were never sent',
    [frame(12, 0, '\0\0\0\0\0\x01\0\0')],
    'expected an ACK of bytes that were sent',
  ],
  ['a second HELLO', [helloFrame], 'expected HELLO, WELCOME, then other frames, in this order'],
  ['HEAD for a stream that is not open', [frame(4, 3, '200\nOK')], 'expected the id of an opened stream, got 3'],
  ['HEAD with an even stream ID', [frame(4, 2, '200\nOK')], 'expected the id of an opened stream, got 2'],
  ['no reason', [frame(4, 1, '200')], 'expected a reason, got the end of the payload'],
  ['a status of two digits', [frame(4, 1, '20\nOK')], 'expected a status from 100 to 999, got 20'],
  ['a status with an exponent', [frame(4, 1, '2e2\nOK')], 'expected a status from 100 to 999, got 2e2'],
  ['END with 103', [frame(4, 1, '103\nEarly Hints', true)], 'expected a final head to end a stream, got 103'],
  ['101 without upgrade', [frame(4, 1, '101\nGo')], 'expected 101 only on a stream that asked to upgrade'],
  [
    '101 interim heads',
    Array.from({ length: 101 }, () => frame(4, 1, '102\nProcessing')),
    'expected at most 100 heads before the final one',
  ],
  ['two final heads', [head, head], 'expected one final response head, got a second'],
  ['DATA before HEAD', [frame(5, 1, 'x')], 'expected a final HEAD before its body'],
  ['END before HEAD', [frame(5, 1, '', true)], 'expected a final HEAD before its body'],
  ['DATA after 103', [frame(4, 1, '103\nHints'), frame(5, 1, 'x')], 'expected a final HEAD before its body'],
  ['TRAILERS without a value', [head, frame(6, 1, 'X', true)], 'expected a field value, got the end of the payload'],
]

/** An edge's answer to these first frames. */
const firstToEdge: [what: string, frames: Buffer[], message: string][] = [
  ['PING before HELLO', [frame(9, 0, '12345678')], 'expected HELLO, WELCOME, then other frames, in this order'],
  ['an HTTP request', [Buffer.from('GET / HTTP/1.1\r\n')], 'expected a frame type from 1 to 13, got 32'],
  [
    'a frame between HELLO and WELCOME',
    [helloFrame, frame(9, 0, '12345678')],
    'expected HELLO, WELCOME, then other frames, in this order',
  ],
  ['a HELLO without its window', [frame(1, 0, '\x01\x01')], 'expected a HELLO of at least 14 bytes, got 2'],
  [
    'a HELLO without ticket and token',
    [frame(1, 0, `\x01\x01\0\x04\0\0${nothing}c\n\n\n`)],
    'expected either a ticket or a resume token in HELLO',
  ],
  [
    'a HELLO with both',
    [frame(1, 0, `\x01\x01\0\x04\0\0${nothing}c\nt\nr\n`)],
    'expected either a ticket or a resume token in HELLO',
  ],
  [
    'a HELLO with a field name alone',
    [frame(1, 0, `\x01\x01\0\x04\0\0${nothing}c\nt\n\n\nx`)],
    'expected a field value, got the end of the payload',
  ],
  [
    'a HELLO with a ticket and a session',
    [frame(1, 0, `\x01\x01\0\x04\0\0${nothing}c\nt\n\ns`)],
    'expected a resume token beside the id of a session in HELLO',
  ],
  [
    'a HELLO with too high a count',
    [frame(1, 0, `\x01\x01\0\x04\0\0\0\x20\0\0\0\0\0\0c\n\nr\ns`)],
    'expected a count of at most 9007199254740991 bytes in HELLO, got 9007199254740992',
  ],
  [
    'a HELLO without credit',
    [frame(1, 0, `\x01\x01\0\0\0\0${nothing}c\nt\n\n`)],
    'expected a credit of 1 to 2147483647 bytes in HELLO, got 0',
  ],
]

describe('bytes that the protocol does not allow', () => {
  it.each(toAgent)('end the session of an agent that gets %s, and say why', async (_what, frames, message) => {
    const tunnel = await connectRaw({ role: 'agent' })
    tunnel.peer.send(...frames)
    await expectRefusal(tunnel, message)
  })

  it.each(toEdge)('end the session of an edge that gets %s, and say why', async (_what, frames, message) => {
    const tunnel = await connectRaw({ role: 'edge' })
    const owner = new StreamOwner()
    tunnel.session.open(get, owner)
    tunnel.peer.send(...frames)
    await expectRefusal(tunnel, message)
    expect(owner.events.filter((event) => event.startsWith('reset'))).toEqual([`reset SESSION_LOST: ${message}`])
  })

  it.each(firstToEdge)(
    'end the session of an edge that is greeted with %s, and say why',
    async (_what, frames, message) => {
      const tunnel = startRaw({ role: 'edge' })
      tunnel.peer.send(...frames)
      await expectRefusal(tunnel, message)
    },
  )

  it('end the session of an agent that is welcomed before its HELLO', async () => {
    const tunnel = startRaw({ role: 'agent' })
    tunnel.peer.send(welcomeFrame)
    await expectRefusal(tunnel, 'expected HELLO, WELCOME, then other frames, in this order')
  })

  it('are refused by the header alone, before their payload arrives', async () => {
    const tunnel = await connectRaw({ role: 'agent' })
    tunnel.peer.send(header('ffffff 05 00000001'))
    await expectRefusal(tunnel, 'expected DATA with 0 to 65536 bytes, got 16777215')
  })

  it('make the session ignore the frames after them', async () => {
    const tunnel = await connectRaw({ role: 'agent' })
    tunnel.peer.send(frame(14, 0, 'x'), frame(3, 1, openText))
    await tunnel.owner.untilEvent('close')
    expect(tunnel.owner.requests).toEqual([])
  })

  it('are dropped if they arrive for a stream that has ended', async () => {
    const tunnel = await connectRaw({ role: 'agent' })
    tunnel.owner.answer = ({ stream }) => stream.reset('REFUSED', 'nobody listens')
    tunnel.peer.send(frame(3, 1, openText), frame(5, 1, 'late'), frame(7, 1, '\0\0\0\0'), frame(5, 1, '', true))
    tunnel.peer.send(frame(3, 3, openText))
    await tunnel.owner.request(1)
    expect(tunnel.owner.events).toEqual([expect.any(String), 'open GET /', 'open GET /'])
  })

  it('close the session only once', async () => {
    const tunnel = await connectRaw({ role: 'agent' })
    tunnel.peer.send(frame(14, 0, 'x'))
    tunnel.peer.send(frame(14, 0, 'x'))
    await expectRefusal(tunnel, 'expected a frame type from 1 to 13, got 14')
    expect(tunnel.owner.events.filter((event) => event === 'close')).toHaveLength(1)
  })
})

describe('an unsupported version of the protocol', () => {
  it('in HELLO ends the session with VERSION_UNSUPPORTED, whatever follows the two bytes', async () => {
    const tunnel = startRaw({ role: 'edge' })
    tunnel.peer.send(frame(1, 0, '\x02\x07 laid out in a way of the future'))
    const message =
      'No common version of the protocol: the agent speaks 2 to 7, this edge speaks 1. Update the older program'
    await expectRefusal(tunnel, message, 3)
    expect(tunnel.owner.events).toEqual(['close'])
  })

  it('in WELCOME ends the session with VERSION_UNSUPPORTED', async () => {
    const tunnel = startRaw({ role: 'agent' })
    tunnel.session.hello(hello)
    tunnel.peer.send(frame(2, 0, `\x02\0\x04\0\0\0\0\0\0\0\0\0\0${nothing}s\nr\nh`))
    const message = 'No common version of the protocol: the edge chose 2, this agent speaks 1. Update the older program'
    await expectRefusal(tunnel, message, 3)
  })
})

/** Expects that the other side receives the code and the message, and the owner the same message, once. */
async function expectRefusal({ owner, peer }: RawTunnel, message: string, code = 2): Promise<void> {
  const goAway = await peer.firstOf(11)
  expect(goAway.payload.readUInt16BE(4)).toBe(code)
  expect(goAway.payload.toString('utf8', 10)).toBe(message)
  await owner.untilEvent('close')
  expect(owner.closeError?.message).toBe(message)
}

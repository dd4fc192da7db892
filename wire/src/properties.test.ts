import { setImmediate } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import * as fc from 'fast-check'
import { connectRaw, frame } from './testing/raw-peer.ts'
import { closeSessions, connectTunnel, get, inspected, ok, StreamOwner, upgrade } from './testing/sessions.ts'
import { createMemoryPair } from './testing/transports.ts'

afterEach(closeSessions)

const bytes = (max: number) => fc.uint8Array({ minLength: 1, maxLength: max }).map((array) => Buffer.from(array))
const pieceSizes = fc.array(fc.integer({ min: 1, max: 3_000 }), { minLength: 1, maxLength: 20 })

describe('data that is sent through a tunnel', () => {
  it('arrives whole and in order, in both directions, wherever the network splits it', async () => {
    const exchange = fc.record({
      sent: fc.array(bytes(20_000), { maxLength: 4 }),
      answered: fc.array(bytes(20_000), { maxLength: 4 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(exchange, { minLength: 1, maxLength: 5 }), pieceSizes, async (exchanges, sizes) => {
        const tunnel = await connectTunnel({ pair: createMemoryPair({ cut: cutInto(sizes) }) })
        tunnel.agentOwner.answer = ({ stream }) => {
          const index = tunnel.agentOwner.requests.length
          stream.sendHead(ok)
          for (const chunk of exchanges[index]?.answered ?? []) stream.write(chunk)
          stream.end()
        }
        const visitors = exchanges.map(({ sent }) => {
          const visitor = tunnel.open()
          for (const chunk of sent) visitor.stream.write(chunk)
          visitor.stream.end()
          return visitor
        })
        await Promise.all(visitors.map((visitor) => visitor.untilEvent('end')))
        await tunnel.agent.ping()
        expect(visitors.map(({ chunks }) => Buffer.concat(chunks))).toEqual(
          exchanges.map(({ answered }) => Buffer.concat(answered)),
        )
        expect(tunnel.agentOwner.requests.map(({ chunks }) => Buffer.concat(chunks))).toEqual(
          exchanges.map(({ sent }) => Buffer.concat(sent)),
        )
        closeSessions()
      }),
      { numRuns: 60 },
    )
  })
})

const openText = 'http\nPOST\n/\n203.0.113.7\nHost\ndemo.example.com'

/** The same if both sides have the feature `inspection`: as a call to the agent itself, and with a request ID. */
const callText = 'agent\nPOST\n/\n203.0.113.7\n\nHost\ndemo.example.com'
const inspectedText = (id: string) => `http\nPOST\n/\n203.0.113.7\n${id}\nHost\ndemo.example.com`

/** The frames that an edge may send to an agent. */
const toAgent = ([first, second, third]: readonly [string, string, string]) => [
  frame(3, 1, first),
  frame(5, 1, 'first'),
  frame(9, 0, '12345678'),
  frame(3, 3, second),
  frame(5, 1, 'x'.repeat(900)),
  frame(7, 1, '\0\x01\0\0'),
  frame(5, 3, 'raw', true),
  frame(6, 1, 'X-Sum\n1', true),
  frame(3, 5, third, true),
  frame(8, 5, '\0\x01gone'),
  frame(11, 0, '\0\0\0\x05\0\x01\0\0\x10\0bye'),
]

/** The frames that an edge may send to an agent, and an agent to an edge that has opened streams 1 and 3. */
const conversations = {
  agent: toAgent([openText, openText.replace('http', 'upgrade'), openText]),
  'agent with the feature': toAgent([inspectedText('id-1'), callText, inspectedText('id-2')]),
  edge: [
    frame(4, 1, '103\nEarly Hints\nLink\n</a>'),
    frame(4, 1, '200\nOK\nContent-Type\ntext/plain'),
    frame(5, 1, 'first'),
    frame(9, 0, '12345678'),
    frame(4, 3, '101\nSwitching Protocols'),
    frame(5, 3, 'raw'),
    frame(5, 1, 'x'.repeat(900)),
    frame(7, 1, '\0\x01\0\0'),
    frame(6, 1, 'X-Sum\n1', true),
    frame(5, 3, '', true),
    frame(11, 0, '\0\0\0\x05\0\x01\0\0\x10\0bye'),
  ],
}

const position = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

/** One fault in transit. Positions are fractions of the frames at that moment. */
const fault = fc.oneof(
  fc.record({ kind: fc.constant('flip' as const), at: position, bit: fc.integer({ min: 0, max: 7 }) }),
  fc.record({ kind: fc.constant('remove' as const), at: position, length: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ kind: fc.constant('insert' as const), at: position, bytes: bytes(40) }),
  fc.record({ kind: fc.constant('repeat' as const), at: position, length: fc.integer({ min: 1, max: 200 }) }),
)

/** The frames of a conversation with some omitted, repeated or reordered. */
const disorder = fc.array(fc.nat({ max: conversations.agent.length - 1 }), { minLength: 1, maxLength: 25 })

describe.each([
  ['agent', 'agent', {}],
  ['agent with the feature', 'agent', inspected],
  ['edge', 'edge', {}],
] as const)('disordered and damaged frames to an %s', (who, role, features) => {
  it('never make it throw, and end the session once and every stream once', async () => {
    await fc.assert(
      fc.asyncProperty(disorder, fc.array(fault, { maxLength: 3 }), pieceSizes, async (order, faults, sizes) => {
        const { session, owner, peer } = await connectRaw({ role, ...features })
        const visitors = [new StreamOwner(), new StreamOwner()]
        if (role === 'edge') {
          session.open(get, visitors[0]!)
          session.open(upgrade, visitors[1]!)
        }
        const frames = order.map((index) => conversations[who][index] ?? Buffer.alloc(0))
        const damaged = faults.reduce(damage, Buffer.concat(frames))
        const cut = cutInto(sizes)
        for (let offset = 0; offset < damaged.length;) {
          const next = offset + cut(damaged.length - offset)
          peer.send(damaged.subarray(offset, next))
          offset = next
        }
        // Memory delivers what was sent by the next turn of the event loop.
        await setImmediate()
        session.destroy()
        await owner.untilEvent('close')
        expect(owner.handlerErrors).toEqual([])
        expect(owner.events.filter((event) => event === 'close')).toHaveLength(1)
        for (const { events } of role === 'edge' ? visitors : owner.requests) {
          const ends = events.filter((event) => event === 'end')
          const resets = events.filter((event) => event.startsWith('reset'))
          expect(ends.length).toBeLessThanOrEqual(1)
          expect(resets.length).toBeLessThanOrEqual(1)
          expect(ends.length + resets.length).toBeGreaterThanOrEqual(1)
          expect(
            events.slice(events.indexOf('end') + 1).filter((event) => ends.length > 0 && event === 'data'),
          ).toEqual([])
        }
        closeSessions()
      }),
      { numRuns: 300 },
    )
  })
})

type Fault = typeof fault extends fc.Arbitrary<infer Kind> ? Kind : never

function damage(input: Buffer, change: Fault): Buffer {
  const at = Math.floor(change.at * input.length)
  const [before, after] = [input.subarray(0, at), input.subarray(at)]
  switch (change.kind) {
    case 'flip': {
      const flipped = Buffer.from(input)
      if (at < flipped.length) flipped[at] = (flipped[at] ?? 0) ^ (1 << change.bit)
      return flipped
    }
    case 'remove':
      return Buffer.concat([before, after.subarray(change.length)])
    case 'insert':
      return Buffer.concat([before, change.bytes, after])
    case 'repeat':
      return Buffer.concat([before, after.subarray(0, change.length), after])
    default:
      return change satisfies never
  }
}

/** Cuts into pieces of these sizes, repeatedly. */
function cutInto(sizes: readonly number[]): (bytesLeft: number) => number {
  let turn = 0
  return (bytesLeft) => {
    turn += 1
    return Math.min(bytesLeft, sizes[turn % sizes.length] ?? bytesLeft)
  }
}

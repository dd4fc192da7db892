import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { describeApiOnce, type TestApi } from '../testing/api.ts'

const sockets: Socket[] = []
afterEach(async () => {
  await Promise.all(
    sockets.splice(0).map(async (socket) => {
      socket.destroy()
      if (!socket.closed) await once(socket, 'close')
    }),
  )
})

const [total, perAddress] = [12, 5]
const limits = () => ({ connectionLimits: { total, perAddress } })

const health = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'
const upgrade = (...fields: string[]) =>
  [
    'GET /graphql HTTP/1.1',
    'Host: localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Protocol: graphql-transport-ws',
    ...fields,
    '\r\n',
  ].join('\r\n')

/** Returns the answer on a new connection, which stays open: all that came with the head, or an empty text if it was closed. */
async function ask(api: TestApi, localAddress: string, request = health): Promise<{ socket: Socket; answer: string }> {
  const socket = connect({ port: Number(new URL(api.url).port), host: '127.0.0.1', localAddress })
  sockets.push(socket)
  socket.on('error', () => undefined)
  socket.write(request)
  const answer = await Promise.race([
    once(socket, 'data').then(([chunk]) => String(chunk)),
    once(socket, 'close').then(() => ''),
  ])
  return { socket, answer }
}

const statusOf = ({ answer }: { answer: string }) => Number(/^HTTP\/1.1 (\d+)/.exec(answer)?.[1])

/** Opens this many connections that are served. Connections of the previous test may still be counted for a moment. */
async function fill(api: TestApi, localAddress: string, request?: string, count = perAddress): Promise<Socket[]> {
  const served: Socket[] = []
  while (served.length < count) served.push(await waitUntilServed(api, localAddress, request))
  return served
}

/** Tries until the connection is served, because the server notices a closed connection later than its client does. */
async function waitUntilServed(api: TestApi, localAddress: string, request?: string): Promise<Socket> {
  for (;;) {
    const asked = await ask(api, localAddress, request)
    if ([200, 101].includes(statusOf(asked))) return asked.socket
  }
}

const from = (address: string) => upgrade(`X-Forwarded-For: ${address}`)

describeApiOnce(
  'connections',
  (api) => {
    it.each([
      ['requests', health],
      ['WebSockets', upgrade()],
    ])(
      'from one address are limited, here %s: one more gets 503 until one ends, and others are served',
      async (_what, request) => {
        const [first] = await fill(api, '127.0.0.2', request)
        for (const more of [health, upgrade()]) {
          const { socket, answer } = await ask(api, '127.0.0.2', more)
          expect(answer).toMatch(/^HTTP\/1.1 503 Service Unavailable\r\n/)
          expect(answer).toMatch(/\r\nRetry-After: 5\r\n/)
          expect(answer).toMatch(/\r\nConnection: close\r\n/)
          expect(answer).toMatch(/Your address has as many connections open as one client is allowed/)
          if (!socket.closed) await once(socket, 'close')
        }
        expect(statusOf(await ask(api, '127.0.0.3'))).toBe(200)
        first?.destroy()
        await waitUntilServed(api, '127.0.0.2', request)
      },
    )

    it('from all addresses are limited, including WebSockets', async () => {
      const [first] = await fill(api, '127.0.0.2')
      await fill(api, '127.0.0.3', upgrade())
      await fill(api, '127.0.0.4', health, total - 2 * perAddress)
      const refused = await ask(api, '127.0.0.5')
      expect(refused.answer).toMatch(/^HTTP\/1.1 503 .*This server has as many connections open as it allows/s)
      first?.destroy()
      await waitUntilServed(api, '127.0.0.5')
    })

    it('above the limit are closed without an answer in a flood, all but 16, and others are served', async () => {
      await fill(api, '127.0.0.2')
      const flood = Array.from({ length: 100 }, () => ask(api, '127.0.0.2', ''))
      // Connections that have sent no request are kept, to get an answer.
      const kept = 16
      await new Promise<void>((resolve) => {
        let closed = 0
        for (const one of flood) void one.then(() => (closed += 1) === flood.length - kept && resolve())
      })
      expect((await ask(api, '127.0.0.2')).answer).toBe('')
      expect(statusOf(await ask(api, '127.0.0.3'))).toBe(200)
    })
  },
  limits,
)

describeApiOnce(
  'connections of a trusted proxy',
  (api) => {
    it('are not limited by its address, and their WebSockets are limited by that of the client', async () => {
      const first = await waitUntilServed(api, '127.0.0.2', from('2001:db8::1'))
      for (let host = 2; host <= perAddress; host += 1) {
        expect(statusOf(await ask(api, '127.0.0.2', from(`2001:db8::${host}`)))).toBe(101)
      }
      expect(statusOf(await ask(api, '127.0.0.2', from('2001:db8::ffff')))).toBe(503)
      expect(statusOf(await ask(api, '127.0.0.2', from('2001:db8:0:1::1')))).toBe(101)
      expect(statusOf(await ask(api, '127.0.0.2'))).toBe(200)
      first.destroy()
      await waitUntilServed(api, '127.0.0.2', from('2001:db8::ffff'))
    })
  },
  () => ({ ...limits(), trustedProxies: 1 }),
)

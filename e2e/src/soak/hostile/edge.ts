import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { startApp } from '../../apps.ts'
import type { Cleanup } from '../../cleanup.ts'
import { until } from '../../until.ts'
import { type TestBed, residentBytes } from './test-bed.ts'
import { RawAgent, frame } from './raw-agent.ts'
import { type Scenario, expectThat } from './scenario.ts'

const mib = 1024 * 1024
/** The visitors in all of these scenarios: limits count addresses, and the bystander has another. */
const localAddress = '127.0.0.30'

/** What agents and visitors try with the bytes that they send to the edge. */
export const edgeScenarios: readonly Scenario[] = [
  {
    area: 'what one may cost',
    promise: 'An agent that floods PINGs and reads nothing is ended, and costs the edge less than 30 MB',
    async run(testBed, cleanup) {
      const agent = await RawAgent.dial(testBed, await testBed.signUp(cleanup), cleanup)
      agent.socket.pause()
      const before = await residentBytes(testBed.edge)
      const pings = Buffer.concat(Array.from({ length: 1_000 }, () => frame(9, 0, randomBytes(8))))
      const sentBytes = await agent.flood(repeat(pings, 16e6))
      const grown = (await residentBytes(testBed.edge)) - before
      expectThat(await agent.isEnded(), `its session goes on after ${megabytes(sentBytes)} of PINGs`)
      expectThat(grown < 30e6, `the edge grew by ${megabytes(grown)}`)
      return `ended while ${megabytes(sentBytes)} were sent, the edge grew by ${megabytes(grown)}`
    },
  },
  {
    area: 'what one may cost',
    promise: 'Ten agents that never acknowledge cost the edge 16 MiB each at most, beside an honest one that is busy',
    async run(testBed, cleanup) {
      const app = await startApp(cleanup, (incoming, response) => {
        let bytes = 0
        incoming.on('data', (chunk: Buffer) => (bytes += chunk.length)).on('end', () => response.end(`${bytes} came`))
      })
      const honest = await testBed.openTunnel(cleanup, app.port)
      const people = await Promise.all(Array.from({ length: 5 }, () => testBed.signUp(cleanup)))
      const silent: RawAgent[] = []
      // The free plan allows two agents at once.
      for (const person of [...people, ...people]) silent.push(await RawAgent.dial(testBed, person, cleanup))
      const before = await residentBytes(testBed.edge)
      for (const { hostname } of silent) void upload(testBed, hostname, 32 * mib, cleanup).catch(() => {})
      const answer = await upload(testBed, honest.hostname, 100 * mib, cleanup)
      expectThat(answer.endsWith(`${100 * mib} came`), `the honest upload was answered "${answer.slice(0, 40)}"`)
      const areFull = () => silent.every(({ receivedBytes }) => receivedBytes > 8 * mib)
      await until('the silent agents have what they get', () => Promise.resolve(areFull()), 20_000)
      const grown = (await residentBytes(testBed.edge)) - before
      // Each visitor's socket and the honest upload also have a little in transit.
      expectThat(grown < (silent.length * 16 + 64) * mib, `the edge grew by ${megabytes(grown)}`)
      const most = Math.max(...silent.map(({ receivedBytes }) => receivedBytes))
      return `the edge grew by ${megabytes(grown)}; the agents got ${megabytes(most)} each at most`
    },
  },
  {
    area: 'what one may cost',
    promise: 'A request that is refused behind a stream of 2 MB leaves the stream whole',
    async run(testBed, cleanup) {
      const status = await streamBefore(testBed, cleanup, async (post) => {
        await holdIncomplete(testBed, cleanup)
        post('Content-Length: 9\r\n\r\npart')
      })
      expectThat(status === '429', `behind the stream came ${status}`)
      return '2 MB came whole, and the 429 behind them'
    },
  },
  {
    area: 'what one may cost',
    promise: "50 MB of what is no frame, from an agent, end that agent's session and nothing else",
    async run(testBed, cleanup) {
      const floods: Record<string, Buffer> = {
        garbage: Buffer.concat([Buffer.from([0xff]), randomBytes(64 * 1024)]),
        'empty frames': frame(5, 1, Buffer.alloc(0)),
        'oversized frames': frame(5, 1, Buffer.alloc(1 * mib)),
        'frames of no stream': frame(5, 999, Buffer.alloc(1_000)),
      }
      const figures: string[] = []
      const before = await residentBytes(testBed.edge)
      for (const [name, bytes] of Object.entries(floods)) {
        const agent = await RawAgent.dial(testBed, await testBed.signUp(cleanup), cleanup)
        const sentBytes = await agent.flood(repeat(bytes, 50 * mib))
        expectThat(await agent.isEnded(), `a session goes on after ${megabytes(sentBytes)} of ${name}`)
        figures.push(`${name} after ${megabytes(sentBytes)}`)
      }
      const grown = (await residentBytes(testBed.edge)) - before
      expectThat(grown < 60e6, `the edge grew by ${megabytes(grown)}`)
      return `ended: ${figures.join(', ')}; the edge grew by ${megabytes(grown)}`
    },
  },
  {
    area: 'who is who',
    promise: "No field in which a visitor forges the client's address reaches the app",
    async run(testBed, cleanup) {
      const forged = ['X-Forwarded-For', 'True-Client-IP', 'CF-Connecting-IP', 'X-Client-IP', 'X_Forwarded_For']
      const named = [...forged, 'X-Real-IP', 'X-Cluster-Client-IP', 'Fastly-Client-IP', 'True_Client_IP']
      const app = await startApp(cleanup, ({ rawHeaders }, response) => response.end(JSON.stringify(rawHeaders)))
      const { hostname } = await testBed.openTunnel(cleanup, app.port)
      const visitor = connect({ port: testBed.site.edgePort, host: '127.0.0.1', localAddress })
      const fields = [...named.map((name) => `${name}: 6.6.6.6`), 'Forwarded: for=6.6.6.6', 'Connection: close']
      visitor.write(`GET / HTTP/1.1\r\nHost: ${hostname}\r\n${fields.join('\r\n')}\r\n\r\n`)
      const answer = await text(visitor)
      expectThat(answer.includes(localAddress), `the app was told "${answer.slice(-200)}"`)
      expectThat(!answer.includes('6.6.6.6'), `the app was told "${answer.slice(-200)}"`)
      return `0 of ${fields.length - 1} forged fields reached the app`
    },
  },
]

/** Yields a buffer repeatedly until it has yielded this many bytes. */
function* repeat(piece: Buffer, bytes: number): Iterable<Buffer> {
  const large = Buffer.concat(Array.from({ length: Math.ceil((64 * 1024) / piece.length) }, () => piece))
  for (let sent = 0; sent < bytes; sent += large.length) yield large
}

/** Uploads as fast as the edge accepts it, and returns the answer. */
async function upload({ site }: TestBed, hostname: string, bytes: number, cleanup: Cleanup): Promise<string> {
  const visitor = connect({ port: site.edgePort, host: '127.0.0.1', localAddress })
  cleanup.defer(() => visitor.destroy())
  visitor.on('error', () => {})
  visitor.write(`POST / HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: ${bytes}\r\nConnection: close\r\n\r\n`)
  for (const piece of repeat(Buffer.alloc(64 * 1024), bytes)) {
    if (!visitor.write(piece)) await once(visitor, 'drain')
  }
  return await text(visitor)
}

/**
 * Makes a visitor read a stream of 2 MB, of which half has arrived when `refuse` posts a second request on the same connection.
 * Returns the status that came after the stream; throws if the stream was incomplete.
 */
async function streamBefore(
  testBed: TestBed,
  cleanup: Cleanup,
  refuse: (post: (rest: string) => void) => Promise<void>,
): Promise<string> {
  const streaming = Promise.withResolvers<ServerResponse>()
  const half = Buffer.alloc(1e6, 'x')
  const app = await startApp(cleanup, (_incoming, response) => {
    response.writeHead(200, { 'content-length': 2 * half.length }).write(half)
    streaming.resolve(response)
  })
  const { hostname } = await testBed.openTunnel(cleanup, app.port)
  const visitor = connect({ port: testBed.site.edgePort, host: '127.0.0.1', localAddress })
  cleanup.defer(() => visitor.destroy())
  const received = text(visitor)
  visitor.write(`GET / HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`)
  const response = await streaming.promise
  await refuse((rest) => visitor.write(`POST / HTTP/1.1\r\nHost: ${hostname}\r\n${rest}`))
  response.end(half)
  const answer = await received
  const [, body = '', status = ''] = /\r\n\r\n(x*)(?:HTTP\/1.1 (\d+) )?/.exec(answer) ?? []
  expectThat(body.length === 2 * half.length, `${body.length} bytes of the stream came`)
  return status
}

/** Opens as many connections with an unfinished request as one address may have. */
async function holdIncomplete({ site }: TestBed, cleanup: Cleanup): Promise<void> {
  await Promise.all(
    Array.from({ length: 512 }, async () => {
      const socket = connect({ port: site.edgePort, host: '127.0.0.1', localAddress })
      cleanup.defer(() => socket.destroy())
      socket.on('error', () => {}).write('GET / HTTP/1.1\r\nHost: ')
      await once(socket, 'connect')
    }),
  )
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e5) / 10} MB`
}

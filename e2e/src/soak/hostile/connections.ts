import { once } from 'node:events'
import { request } from 'node:http'
import { type Socket, connect, createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { startApp } from '../../apps.ts'
import type { Cleanup } from '../../cleanup.ts'
import { portOf } from '../../ports.ts'
import type { TestBed, OpenTunnel } from './test-bed.ts'
import { type Scenario, expectThat } from './scenario.ts'

const greedyAddress = '127.0.0.20'
const otherAddress = '127.0.0.21'
/** More at once would reach the edge's bound on incomplete requests. */
const batch = 200

/** What visitors try with the connections of one tunnel, and what local programs that are not HTTP apps answer. */
export const connectionScenarios: readonly Scenario[] = [
  {
    area: 'what one may cost',
    promise: '2,000 event streams of one address go through one tunnel, and others are answered',
    async run(testBed, cleanup) {
      const app = await startApp(cleanup, (incoming, response) => {
        if (incoming.url === '/') response.end('short')
        else response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: here\n\n')
      })
      const tunnel = await testBed.openTunnel(cleanup, app.port)
      const readers: Socket[] = []
      while (readers.length < 2_000) {
        const next = Array.from({ length: batch }, () => ask(testBed, tunnel, '/events', cleanup))
        await Promise.all(next.map((socket) => untilData(socket, 'data: here')))
        readers.push(...next)
      }
      const answerMs = await visitAsOther(testBed, tunnel)
      const lost = readers.filter(({ destroyed }) => destroyed).length
      expectThat(lost === 0, `${lost} of 2,000 streams broke off`)
      return `2,000 streams, another address answered in ${answerMs} ms`
    },
  },
  {
    area: 'what one may cost',
    promise: 'One address with requests that the app never answers leaves half of a tunnel to others',
    async run(testBed, cleanup) {
      const seen = Promise.withResolvers<void>()
      let hanging = 0
      const app = await startApp(cleanup, (incoming, response) => {
        if (incoming.url === '/') response.end('short')
        else if ((hanging += 1) === 256) seen.resolve()
      })
      const tunnel = await testBed.openTunnel(cleanup, app.port)
      for (let count = 0; count < 600; count += 1) ask(testBed, tunnel, '/never', cleanup)
      await seen.promise
      const answerMs = await visitAsOther(testBed, tunnel)
      expectThat(hanging === 256, `one address has ${hanging} requests at the app`)
      return `600 asked, 256 at the app, another address answered in ${answerMs} ms`
    },
  },
  {
    area: 'what one may cost',
    promise: 'Uploads and downloads of one address that do not move keep no other from the app',
    async run(testBed, cleanup) {
      const app = await startApp(cleanup, (incoming, response) => {
        if (incoming.url === '/') response.end('short')
        else if (incoming.method === 'GET') response.writeHead(200, { 'content-length': 1_000_000 }).write('begun')
      })
      const tunnel = await testBed.openTunnel(cleanup, app.port)
      for (let count = 0; count < 250; count += 1) {
        ask(testBed, tunnel, '/download', cleanup)
        ask(testBed, tunnel, '/upload', cleanup, 'POST', 'Content-Length: 1000000\r\n')
      }
      const answerMs = await visitAsOther(testBed, tunnel)
      return `250 uploads and 250 downloads held, another address answered in ${answerMs} ms`
    },
  },
  {
    area: 'what one may cost',
    promise: 'What speaks no HTTP is told by its first bytes, with a code of its own',
    async run(testBed, cleanup) {
      const figures: string[] = []
      for (const [banner, code] of [
        ['SSH-2.0-OpenSSH_9.6\r\n', 'CULVERT_APP_NOT_HTTP'],
        ['just text', 'CULVERT_APP_NOT_HTTP'],
        ['\x15\x03\x01\x00\x02\x02\x46', 'CULVERT_APP_NEEDS_HTTPS'],
        ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\nhello\n0\n\n', 'CULVERT_APP_BAD_RESPONSE'],
      ] as const) {
        const tunnel = await testBed.openTunnel(cleanup, await startBanner(cleanup, banner))
        const { status, error, answerMs } = await visit(testBed, tunnel)
        expectThat(
          status === 502 && error === code,
          `${JSON.stringify(banner)} was answered with ${status} and ${error}`,
        )
        expectThat(answerMs < 2_000, `${JSON.stringify(banner)} was answered after ${answerMs} ms`)
        figures.push(`${answerMs} ms`)
      }
      return `502 after ${figures.join(', ')}`
    },
  },
]

/** Requests a path from the greedy address, and leaves the connection open. */
function ask(
  { site }: TestBed,
  { hostname }: OpenTunnel,
  path: string,
  cleanup: Cleanup,
  method = 'GET',
  fields = '',
): Socket {
  const socket = connect({ port: site.edgePort, host: '127.0.0.1', localAddress: greedyAddress })
  cleanup.defer(() => socket.destroy())
  socket.on('error', () => {})
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: ${hostname}:${site.edgePort}\r\n${fields}\r\n`)
  return socket
}

async function untilData(socket: Socket, mark: string): Promise<void> {
  let received = ''
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')))
  while (!received.includes(mark)) {
    expectThat(!socket.destroyed, `a stream ended behind ${JSON.stringify(received.slice(0, 200))}`)
    await Promise.race([once(socket, 'data'), once(socket, 'close')])
  }
}

/** Visits `/` from an address other than the greedy one; returns how long that took, in milliseconds. */
async function visitAsOther(testBed: TestBed, tunnel: OpenTunnel): Promise<number> {
  const { status, answerMs } = await visit(testBed, tunnel)
  expectThat(status === 200, `another address was answered with ${status}`)
  return answerMs
}

async function visit({ site }: TestBed, { hostname }: OpenTunnel) {
  const beganMs = performance.now()
  const sent = request({
    host: '127.0.0.1',
    port: site.edgePort,
    localAddress: otherAddress,
    headers: { host: `${hostname}:${site.edgePort}`, accept: 'application/json' },
    agent: false,
  })
  sent.end()
  const [response] = await once(sent, 'response')
  await text(response)
  const answerMs = Math.round(performance.now() - beganMs)
  return { status: Number(response.statusCode), error: String(response.headers['x-culvert-error'] ?? ''), answerMs }
}

/** Starts a program that sends the same to every client, and then waits. */
async function startBanner(cleanup: Cleanup, banner: string): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).resume()
    socket.write(banner, 'latin1')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanup.defer(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return portOf(server)
}

import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import type { HeaderField } from '@culvert/wire'
import { countHeldBytes, countHeldMemory } from '../testing/held-bytes.ts'
import { closeAll, closeLater } from '../testing/queue.ts'
import { startSecureEdge } from '../testing/secure-edge.ts'
import type { TestAgent } from '../testing/test-agent.ts'
import { askH2, connectH2 } from '../testing/test-h2-visitor.ts'
import { dialRaw } from '../testing/test-visitor.ts'
import type { RawVisitor } from '../testing/test-visitor.ts'

afterEach(closeAll)

const kib = 1024
/** The other memory of a process may change a little between two counts. */
const noiseBytes = 2 * kib * kib
const stalledCount = 2
const pieceCount = 100
const pieceBytes = 256
const tinyCount = 64 * kib
const bulk = Buffer.alloc(64 * kib, 'x')

const contentLength: HeaderField = ['Content-Length', '100000000']

type Stream = Awaited<ReturnType<TestAgent['nextStream']>>['stream']
type Site = Awaited<ReturnType<typeof startSecureEdge>> & { agent: TestAgent; sockets: Socket[] }

/** A visitor that no longer reads, and how many bytes wait for it. */
interface Stalled {
  stream: Stream
  countWaiting: () => number
}

/** The edge's ends of all connections. */
function catchSockets(): Socket[] {
  const sockets: Socket[] = []
  const onSocket = (message: unknown) => sockets.push((message as { socket: Socket }).socket)
  subscribe('net.server.socket', onSocket)
  closeLater(() => unsubscribe('net.server.socket', onSocket))
  return sockets
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Sends it bulk data until its connection accepts no more. */
async function fill({ sockets }: Site, { socket }: RawVisitor, stream: Stream, bytes: number): Promise<Stalled> {
  const own = sockets.find(({ remotePort }) => remotePort === socket.localPort)
  if (own === undefined) throw new Error('The edge does not know this visitor.')
  for (let idleTurns = 0; idleTurns < 50; idleTurns += 1) {
    await turn()
    if (own.writableLength > 0) continue
    idleTurns = 0
    const before = own.bytesWritten
    stream.write(bulk.subarray(0, bytes))
    while (own.bytesWritten < before + bytes) await turn()
  }
  const takenBytes = stream.bytesSent - own.writableLength
  return { stream, countWaiting: () => stream.bytesSent - takenBytes }
}

async function stallPlain(site: Site, bytes: number, fields = [contentLength]): Promise<Stalled> {
  const visitor = dialRaw(site.port, 'GET / HTTP/1.1\r\nHost: demo.test\r\n\r\n')
  const { stream } = await site.agent.nextStream()
  visitor.socket.pause()
  stream.sendHead({ status: 200, reason: 'OK', fields })
  return await fill(site, visitor, stream, bytes)
}

async function stallUpgraded(site: Site): Promise<Stalled> {
  const upgrade = 'Connection: Upgrade\r\nUpgrade: echo\r\n\r\n'
  const visitor = dialRaw(site.port, `GET / HTTP/1.1\r\nHost: demo.test\r\n${upgrade}`)
  const { stream } = await site.agent.nextStream()
  visitor.socket.pause()
  stream.sendHead({ status: 101, reason: 'Switching Protocols', fields: [['Upgrade', 'echo']] })
  return await fill(site, visitor, stream, bulk.length)
}

async function stallByHttp2({ visitor, agent }: Site): Promise<Stalled> {
  const session = await connectH2(visitor, { initialWindowSize: 0 })
  askH2(session, {}).on('error', () => {})
  const { stream } = await agent.nextStream()
  stream.sendHead({ status: 200, reason: 'OK', fields: [] })
  return { stream, countWaiting: () => stream.bytesSent }
}

it.each<[string, (site: Site) => Promise<Stalled>]>([
  ['over HTTP/1.1, with a full socket', (site) => stallPlain(site, bulk.length)],
  ['over HTTP/1.1, with a socket that has just become full', (site) => stallPlain(site, kib)],
  ['over HTTP/2, with a window of zero', stallByHttp2],
  ['with an upgraded connection', stallUpgraded],
])(
  'a stalled visitor takes up at most twice the bytes that wait for it, whatever was read with them: %s',
  async (_, stall) => {
    const sockets = catchSockets()
    const started = await startSecureEdge()
    const site = { ...started, agent: await started.connectAgent(), sockets }
    const busy = dialRaw(site.port, 'GET / HTTP/1.1\r\nHost: demo.test\r\n\r\n')
    const { stream: busyStream } = await site.agent.nextStream()
    busyStream.sendHead({ status: 200, reason: 'OK', fields: [contentLength] })
    await busy.readUntil('\r\n\r\n')
    busy.socket.removeAllListeners('data').resume()

    await site.agent.session.ping()
    const before = countHeldBytes()
    const stalled: Stalled[] = []
    for (let count = 0; count < stalledCount; count += 1) stalled.push(await stall(site))
    for (let sent = 0; sent < pieceCount; sent += 1) {
      for (const { stream } of stalled) {
        // In one write together with the bytes of a visitor that reads.
        const target = busy.socket.bytesRead + bulk.length
        stream.write(Buffer.alloc(pieceBytes, 'y'))
        busyStream.write(bulk)
        while (busy.socket.bytesRead < target) await turn()
      }
    }
    // The answer to a PING comes with an ACK: then the agent, which runs in this process, too, keeps nothing.
    await site.agent.session.ping()
    const waiting = stalled.reduce((sum, { countWaiting }) => sum + countWaiting(), 0)
    expect(waiting).toBeGreaterThanOrEqual(stalledCount * pieceCount * pieceBytes)
    expect(countHeldBytes() - before).toBeLessThan(2 * waiting + noiseBytes)
  },
)

/** An answer that waits for one that does not end. */
async function stallBehind({ port, agent }: Site): Promise<Stalled> {
  dialRaw(port, 'GET / HTTP/1.1\r\nHost: demo.test\r\n\r\n'.repeat(2))
  await agent.nextStream()
  const { stream } = await agent.nextStream()
  stream.sendHead({ status: 200, reason: 'OK', fields: [contentLength] })
  return { stream, countWaiting: () => stream.bytesSent }
}

it.each<[string, (site: Site) => Promise<Stalled>]>([
  ['over HTTP/1.1', (site) => stallPlain(site, bulk.length)],
  ['over HTTP/1.1, in chunks', (site) => stallPlain(site, bulk.length, [])],
  ['over HTTP/1.1, behind another answer', stallBehind],
  ['over HTTP/2', stallByHttp2],
  ['with an upgraded connection', stallUpgraded],
])('the memory that a stalled visitor takes up does not depend on how small the pieces are: %s', async (_, stall) => {
  const sockets = catchSockets()
  const started = await startSecureEdge()
  const site = { ...started, agent: await started.connectAgent(), sockets }
  const { stream } = await stall(site)
  await site.agent.session.ping()
  const before = countHeldMemory()
  const target = stream.bytesSent + tinyCount
  for (let sent = 0; sent < tinyCount; sent += 1) {
    stream.write(Buffer.from('z'))
    // The agent itself would join more that wait for the same turn.
    if (sent % 10 === 0) await turn()
  }
  while (stream.bytesSent < target) await turn()
  await site.agent.session.ping()
  expect(countHeldMemory() - before).toBeLessThan(noiseBytes)
})

import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { startFakeApi } from '../testing/fake-api.ts'
import { closeAll, closeLater, Queue } from '../testing/queue.ts'
import { findFreePort, startRedis } from '../testing/redis.ts'
import type { AgentStream, TestAgent } from '../testing/test-agent.ts'
import { describeExchange, startSiblingEdge, startTestEdge } from '../testing/test-edge.ts'
import { dialRaw, visit } from '../testing/test-visitor.ts'

afterEach(closeAll)

const ok = { status: 200, reason: 'OK', fields: [] }
/** A request with a head of nearly 60 KB. */
const large = `GET / HTTP/1.1\r\nHost: demo.test\r\nConnection: close\r\n${`X-Long: ${'a'.repeat(3_900)}\r\n`.repeat(15)}\r\n`
/** More than the connections on the way and the queue of a session hold together. */
const many = 500

/** Sends as many 1xx heads as may be, without the bounds of a conforming agent: they go to the socket. */
function sendHints(agent: TestAgent, { stream }: AgentStream): void {
  const text = `103\n\nLink\n${'a'.repeat(60_000)}`
  const header = Buffer.alloc(8)
  header.writeUInt32BE(text.length * 256 + 4, 0)
  header.writeUInt32BE(stream.id, 4)
  for (let sent = 0; sent < 100; sent += 1) agent.socket.write(Buffer.concat([header, Buffer.from(text)]))
}

describe('an agent that reads nothing for a moment', () => {
  it('keeps its session and its open requests, however large the heads are that wait for it', async () => {
    const { port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    const open = dialRaw(port, 'GET /events HTTP/1.1\r\nHost: demo.test\r\n\r\n')
    const { stream } = await agent.nextStream()
    stream.sendHead(ok)
    await open.readUntil('\r\n\r\n')
    agent.serve((other) => other.respond(200, [], 'whole'))
    agent.socket.pause()
    const visitors = Array.from({ length: many }, () => dialRaw(port, large))
    const refused = await Promise.any(visitors.map((visitor) => visitor.readUntil('\r\n\r\n')))
    expect(refused).toMatch(/^HTTP\/1.1 503 .*CULVERT_TUNNEL_BUSY/s)
    agent.socket.resume()
    expect(await visit(port)).toMatchObject({ status: 200, body: 'whole' })
    stream.write(Buffer.from('still here'))
    await open.readUntil('still here')
  })

  it('loses them to another agent of its pool, which answers each in full', async () => {
    const { port, connectAgent } = await startTestEdge()
    const [stuck, other] = [await connectAgent({ sub: 'a', pool: true }), await connectAgent({ sub: 'b', pool: true })]
    const came = new Queue<AgentStream>()
    other.serve((stream) => came.push(stream))
    stuck.socket.pause()
    const visitors = Array.from({ length: many }, (_, index) => dialRaw(port, large.replace('/', `/${index}`)))
    const streams: AgentStream[] = []
    // Without a queue that is full, each of the two would have half of them.
    while (streams.length <= many / 2) streams.push(await came.next())
    // More than the first window of a stream.
    const body = 'a'.repeat(300_000)
    for (const stream of streams) stream.respond(200, [], body)
    const served = streams.map(({ head }) => visitors[Number(head.target.slice(1))])
    for (const visitor of served) expect((await visitor?.readAll())?.length).toBeGreaterThan(body.length)
  })
})

describeExchange('an answer with 100 large interim heads', (startEdge) => {
  it('reaches a visitor with at most 64 KiB of them', async () => {
    const { port, connectAgent } = await startEdge()
    const agent = await connectAgent()
    const visitor = dialRaw(port, 'GET / HTTP/1.1\r\nHost: demo.test\r\nConnection: close\r\n\r\n')
    const stream = await agent.nextStream()
    const link = [['Link', 'a'.repeat(20_000)]] as const
    for (let count = 0; count < 99; count += 1) stream.stream.sendHead({ status: 103, reason: '', fields: link })
    stream.stream.sendHead({ status: 100, reason: '', fields: link })
    stream.respond(200, [], 'body')
    const answer = await visitor.readAll()
    expect(answer.length).toBeLessThan(64 * 1024)
    expect(answer.match(/^HTTP\/1.1 \d+/gm)).toEqual([
      ...Array<string>(3).fill('HTTP/1.1 103'),
      'HTTP/1.1 100',
      'HTTP/1.1 200',
    ])
  })
})

describe('a slow line between two edges', () => {
  it('keeps the requests of other accounts while an agent floods it with heads', async () => {
    const { redis, far, near } = await startEdges()
    const quiet = await far.connectAgent({ sub: 'quiet', accountId: 'account-2', hostname: 'quiet.test' })
    const hostile = await far.connectAgent()
    hostile.serve((stream) => sendHints(hostile, stream))
    for (const hostname of ['quiet.test', 'demo.test']) await redis.awaitRoutes(hostname, 1)
    const open = dialRaw(near.port, 'GET / HTTP/1.1\r\nHost: quiet.test\r\n\r\n')
    const { stream } = await quiet.nextStream()
    stream.sendHead(ok)
    await open.readUntil('\r\n\r\n')
    quiet.serve((other) => other.respond(200, [], 'quiet'))
    for (let count = 0; count < 20; count += 1) dialRaw(near.port, 'GET / HTTP/1.1\r\nHost: demo.test\r\n\r\n')
    const endMs = performance.now() + 2_000
    while (performance.now() < endMs) {
      expect(await visit(near.port, { headers: { host: 'quiet.test' } })).toMatchObject({ status: 200, body: 'quiet' })
    }
    stream.write(Buffer.from('still here'))
    await open.readUntil('still here')
  })
})

/** Starts an edge that others reach over a line of 5 MB/s, and one of those others. */
async function startEdges() {
  const [api, redis] = [await startFakeApi(), await startRedis()]
  const port = await findFreePort()
  const url = `http://127.0.0.1:${await startSlowLine(port)}`
  const environment = { EDGE_HTTP_PORT: String(port), EDGE_SIBLING_URL: url }
  const far = await startSiblingEdge(redis, { api, environment })
  return { redis, far, near: await startSiblingEdge(redis, { api }) }
}

/** Returns the port of a line to another port; what comes back takes its time. */
async function startSlowLine(to: number): Promise<number> {
  const bytesPerMs = 5_000
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1')
    near.pipe(far)
    far.on('data', (chunk) => {
      near.write(chunk)
      far.pause()
      setTimeout(() => far.resume(), chunk.length / bytesPerMs)
    })
    for (const socket of [near, far]) {
      socket
        .on('error', () => {})
        .on('close', () => {
          near.destroy()
          far.destroy()
        })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closeLater(() => server.close())
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

import { once } from 'node:events'
import { afterEach, expect, it } from 'vitest'
import { countHeldBytes } from '../testing/held-bytes.ts'
import { closeAll, closeLater } from '../testing/queue.ts'
import type { AgentStream } from '../testing/test-agent.ts'
import { startTestEdge } from '../testing/test-edge.ts'
import { dialRaw, visit } from '../testing/test-visitor.ts'

afterEach(closeAll)

const deadlineMs = 2_500
const mib = 1024 * 1024
const head = (line: string, fields = '') => `${line} HTTP/1.1\r\nHost: demo.test\r\n${fields}\r\n`
/** One in twenty is a reader: on loopback, the kernel buffers 4 MB of an answer for each of them. */
const kindOf = (index: number) => (index % 20 === 0 ? 'reader' : index % 2 === 0 ? 'head' : 'body')
const starts = {
  head: 'GET / HTTP/1.1\r\nHost: demo.test\r\nX: ',
  body: head('POST /', 'Content-Length: 1000000\r\n'),
  reader: head('GET /large'),
}
/** More than the kernel buffers for a visitor that reads nothing. */
const large = Array.from({ length: 80 }, () => Buffer.alloc(64 * 1024))

it('1,000 visitors that are slow to send a head or a body or to read delay no others, and are all cut off', async () => {
  const { port, edge, connectAgent } = await startTestEdge({
    timing: { requestHeadMs: deadlineMs, bodyIdleMs: deadlineMs, readerIdleMs: deadlineMs },
    environment: { EDGE_OPERATIONS_PORT: '0' },
  })
  const agent = await connectAgent()
  const readers: AgentStream[] = []
  agent.serve((stream) => {
    if (stream.head.target !== '/large') {
      void stream.ended.then(() => stream.respond(200, [], 'done'))
      return
    }
    readers.push(stream)
    stream.stream.sendHead({ status: 200, reason: 'OK', fields: [] })
    for (const chunk of large) stream.stream.write(chunk)
  })
  const healthy = dialRaw(port)
  const ask = async () => {
    const askedMs = performance.now()
    healthy.socket.write(head('GET /'))
    await healthy.readUntil('done')
    return performance.now() - askedMs
  }
  // After its first answer it may be idle; until then it is as slow as the others.
  await ask()
  const heldBefore = countHeldBytes()

  const slow = Array.from({ length: 1_000 }, (_, index) => {
    const kind = kindOf(index)
    const { socket } = dialRaw(port, starts[kind], `127.0.0.${2 + (index % 4)}`)
    if (kind === 'reader') socket.pause()
    socket.on('end', () => socket.end())
    const closed = new Promise((resolve) => socket.once('close', resolve))
    return { kind, socket, closed }
  })
  await Promise.all(slow.map(({ socket }) => once(socket, 'connect')))
  // Until the readers' answers stop progressing.
  for (let before = -1, calm = 0, sent = 0; calm < 10; calm = sent === before ? calm + 1 : 0, before = sent) {
    await ask()
    sent = readers.reduce((sum, { stream }) => sum + stream.bytesSent, 0)
  }
  const heldBytes = countHeldBytes() - heldBefore

  const trickle = setInterval(() => {
    for (const { kind, socket } of slow) if (kind !== 'reader' && socket.writable) socket.write('x')
  }, 100)
  closeLater(() => clearInterval(trickle))
  const waitsMs: number[] = []
  for (let asked = 0; asked < 200; asked += 1) waitsMs.push(await ask())
  await Promise.all([
    ...slow.flatMap(({ kind, closed }) => (kind === 'reader' ? [] : [closed])),
    ...readers.map(({ reset }) => reset),
  ])
  // A client that does not read learns of the end when it does.
  for (const { socket } of slow) socket.resume()
  await Promise.all(slow.map(({ closed }) => closed))

  const p99Ms = waitsMs.toSorted((one, other) => one - other)[Math.floor(waitsMs.length * 0.99)]
  expect(p99Ms).toBeLessThan(1_000)
  // One window for each reader totals at most 64 MiB; what the others have sent is negligible.
  expect(heldBytes).toBeLessThan(100 * mib)
  expect(agent.session.openStreams).toBe(0)
  const { body: metrics } = await visit(edge.operationsPort ?? 0, { path: '/metrics' })
  for (const [kind, count] of [
    ['head', 450],
    ['body', 500],
    ['reader', 50],
  ]) {
    expect(metrics).toMatch(`culvert_edge_connections_cut_total{reason="slow-${kind}"} ${count}\n`)
  }
}, 180_000)

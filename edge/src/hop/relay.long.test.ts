import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { countHeldMemory } from '../testing/held-bytes.ts'
import { startFakeApi } from '../testing/fake-api.ts'
import { closeAll } from '../testing/queue.ts'
import { startRedis } from '../testing/redis.ts'
import { dialEdge } from '../testing/test-agent.ts'
import { startSiblingEdge } from '../testing/test-edge.ts'
import { dialRaw, visit } from '../testing/test-visitor.ts'

afterEach(closeAll)

const bodyBytes = 40_000

it('a body that waits at another edge takes little more memory than its bytes, however small its pieces', async () => {
  const api = await startFakeApi()
  const redis = await startRedis()
  const environment = { EDGE_OPERATIONS_PORT: '0' }
  const near = await startSiblingEdge(redis, { api })
  const far = await startSiblingEdge(redis, { api, environment, timing: { parkMs: 60_000 } })
  const agent = await far.connectAgent()
  const { resumeToken } = await agent.welcomed
  agent.socket.destroy()
  await redis.awaitRoutes('demo.test', 1, '"isConnected":false')
  const countKept = async () => {
    const { body } = await visit(far.edge.operationsPort ?? 0, { path: '/metrics' })
    return Number(/^culvert_edge_kept_bytes (\d+)$/m.exec(body)?.[1])
  }

  const head = `POST / HTTP/1.1\r\nHost: demo.test\r\nConnection: close\r\nContent-Length: ${bodyBytes}\r\n\r\n`
  const visitor = dialRaw(near.port, head)
  while ((await countKept()) > 0);
  const before = countHeldMemory()
  for (let sent = 0; sent < bodyBytes; sent += 1) {
    visitor.socket.write(String(sent % 10))
    await nextTurn()
  }
  while ((await countKept()) < bodyBytes);
  expect(countHeldMemory() - before).toBeLessThan(2 * 1024 * 1024)

  const back = await dialEdge(far.port, { resumeToken })
  const stream = await back.nextStream()
  await stream.ended
  const body = Buffer.concat(stream.chunks.unread).toString('latin1')
  expect(body).toBe('0123456789'.repeat(bodyBytes / 10))
  stream.respond(200, [], 'whole')
  expect(await visitor.readAll()).toMatch(/whole$/)
})

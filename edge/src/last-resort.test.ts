import { once } from 'node:events'
import { afterEach, expect, it } from 'vitest'
import { startEdgeProgram } from './testing/edge-program.ts'
import { startFakeApi } from './testing/fake-api.ts'
import { closeAll } from './testing/queue.ts'
import { dialEdge } from './testing/test-agent.ts'
import { dialRaw } from './testing/test-visitor.ts'

afterEach(closeAll)

/** The level of pino. */
const fatal = 60

/** Makes the program throw from a timer without a bearer whenever it gets the signal. */
const throwing = "process.on('SIGUSR2', () => setTimeout(() => { throw new Error('nobody bears this') }))"

it('an uncaught fault sends agents elsewhere, gives downloads 5 s, logs one line and ends the edge with exit code 1', async () => {
  const api = await startFakeApi()
  const { child, exited, lines, waitForLine } = await startEdgeProgram(api.url, {
    EDGE_PROCESSES: '1',
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(throwing)}`,
  })
  const { url = '' } = await waitForLine(({ msg }) => msg === 'edge started')
  const port = Number(new URL(url).port)
  const agent = await dialEdge(port, { ticket: await api.issueTicket() })
  await agent.welcomed
  const download = async (target: string) => {
    const visitor = dialRaw(port, `GET ${target} HTTP/1.1\r\nHost: demo.test\r\n\r\n`)
    const { stream } = await agent.nextStream()
    stream.sendHead({ status: 200, reason: 'OK', fields: [['Content-Length', '10']] })
    stream.write(Buffer.from('begun'))
    await visitor.readUntil('begun')
    return { visitor, stream }
  }
  const short = await download('/short')
  const endless = await download('/endless')

  child.kill('SIGUSR2')
  expect(await waitForLine(({ level }) => level === fatal)).toMatchObject({
    msg: 'the edge met a fault of its own and stops',
    err: { message: 'nobody bears this' },
  })
  const faultMs = performance.now()
  expect(await agent.dismissed).toMatchObject({ code: 'SHUTDOWN', graceMs: 5_000 })
  await expect(once(dialRaw(port).socket, 'connect')).rejects.toThrow('ECONNREFUSED')
  child.kill('SIGUSR2')
  short.stream.write(Buffer.from('ended'))
  short.stream.end()
  expect(await short.visitor.readUntil('ended')).toBe('ended')

  expect(await endless.visitor.readAll()).toBe('')
  expect(performance.now() - faultMs).toBeGreaterThan(4_500)
  expect(await exited).toEqual([1, null])
  expect(lines.unread.filter(({ level }) => level === fatal)).toEqual([])
}, 30_000)

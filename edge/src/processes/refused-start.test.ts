import { afterEach, expect, it } from 'vitest'
import { startEdgeProgram } from '../testing/edge-program.ts'
import { startFakeApi } from '../testing/fake-api.ts'
import { closeAll } from '../testing/queue.ts'

afterEach(closeAll)

/** Makes the primary fail to start a process, as if memory were short: Node throws some errors, and reports others with an event. */
const refuseStart = (which: number) => `
  import cluster from 'node:cluster'
  const fork = cluster.fork
  let starts = 0
  cluster.fork = (environment) => {
    starts += 1
    if (starts === ${which}) throw new Error('spawn ENOMEM')
    return fork.call(cluster, environment)
  }`

async function startProcesses(refused: number) {
  const api = await startFakeApi()
  const preload = `--import=data:text/javascript,${encodeURIComponent(refuseStart(refused))}`
  const environment = { EDGE_PROCESSES: '2', NODE_OPTIONS: preload }
  return await startEdgeProgram(api.url, environment)
}

it('a process that the system refuses to start again at once is started a moment later', async () => {
  const program = await startProcesses(3)
  const { pid, process: number } = await program.waitForLine((line) => line.process !== undefined)
  await program.waitForLine(({ msg, process: each }) => msg === 'edge started' && each === undefined)
  process.kill(pid, 'SIGKILL')
  const isOf = (line: { process?: number }) => line.process === number
  await program.waitForLine((line) => isOf(line) && 'how' in line && line.how === 'SIGKILL')
  await program.waitForLine((line) => isOf(line) && 'how' in line && line.how === 'spawn ENOMEM')
  await program.waitForLine((line) => isOf(line) && line.msg === 'edge started')
}, 60_000)

it('an edge that cannot start one of its processes ends, and leaves none running', async () => {
  const program = await startProcesses(2)
  const [code] = await program.exited
  expect(code).toBe(1)
  expect([...program.lines.unread.map(({ err }) => err?.message), ...program.errors].join(' ')).toMatch(
    'A process of the edge ended before it had started (spawn ENOMEM).',
  )
}, 60_000)

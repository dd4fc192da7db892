import { get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readCpuSeconds, readTree } from '../cpu.ts'
import { readMachine } from '../machine.ts'
import { readMemoryBytes } from '../memory.ts'
import { parseCount, readOptions } from '../options.ts'
import { findSparePort, type Program, Scope } from '../scope.ts'
import { formatNumber, renderTable } from '../table.ts'
import { type ControlPlane, startControlPlane } from './control-plane.ts'
import { startCrowd, startEdge, untilOpen, writeTickets } from './programs.ts'

const usage = `npm run bench -- idle [options]

What agents cost an edge that have nothing to do: memory and heartbeats; and how it goes when the edge is killed and all
of them come back at once, within 5 s, while a visitor goes on asking one of them every 50 ms.

  --agents N     how many (5000)
  --seconds N    how long to watch the heartbeats (30)
  --processes N  how many the edge has; each agent has a session in one of them (1)
  --tls          agents dial by TLS`

/** The system limits a program's sockets, so one program simulates at most this many agents. */
const crowdMax = 10_000

interface Plan {
  agents: number
  watchMs: number
  processes: number
  isSecure: boolean
}

/** Runs the benchmark of idle agents; returns whether every agent was there at the end. */
export async function runIdleBench(args: readonly string[], signal: AbortSignal): Promise<boolean> {
  const values = parse(args)
  if (values.help) {
    console.log(usage)
    return true
  }
  const plan: Plan = {
    agents: parseCount('--agents', values.agents),
    watchMs: parseCount('--seconds', values.seconds) * 1_000,
    processes: parseCount('--processes', values.processes),
    isSecure: values.tls,
  }
  const machine = await readMachine()
  const scope = await Scope.open('idle', signal)
  try {
    const rows = await measure(scope, plan, signal)
    console.log(
      `\n${machine.cpu}, ${machine.cores} cores, Node ${machine.node}, commit ${machine.commit}, load ${machine.loadBefore} before`,
    )
    const kind = `${plan.isSecure ? 'by TLS' : 'plain'}, processes: ${plan.processes}`
    console.log(`\n${renderTable([`${formatNumber(plan.agents)} idle agents, ${kind}`, ''], rows)}\n`)
    return true
  } finally {
    await scope.close()
  }
}

function parse(args: readonly string[]) {
  return readOptions(args, {
    agents: { type: 'string', default: '5000' },
    seconds: { type: 'string', default: '30' },
    processes: { type: 'string', default: '1' },
    tls: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  })
}

async function measure(scope: Scope, plan: Plan, signal: AbortSignal): Promise<string[][]> {
  const { agents, watchMs, processes } = plan
  const control = await startControlPlane(scope)
  const port = await findSparePort()
  const securePort = plan.isSecure ? await findSparePort() : undefined
  const url = securePort === undefined ? `http://127.0.0.1:${port}` : `https://localhost:${securePort}`
  const variables = {
    CULVERT_DATA: join(scope.folder, 'data'),
    ...(securePort !== undefined && { EDGE_HTTPS_PORT: String(securePort), CULVERT_TUNNEL_URL: url }),
  }
  const [first, second] = [await Scope.open('edge', signal), await Scope.open('edge', signal)]
  try {
    const edge = await startEdge(first, port, control, processes, variables)
    // One agent first, because what the edge loads for it is not a cost of each agent.
    const one = await startCrowd(scope, url, await writeTickets(scope, control, 'one', 1))
    await untilOpen(scope, one, processes)
    const aloneBytes = await readTreeBytes(edge)

    const files = await writeCrowds(scope, control, agents)
    const dialledAt = performance.now()
    const crowds = await Promise.all(files.map(({ file }) => startCrowd(scope, url, file, processes)))
    const untilAllOpen = () =>
      Promise.all(crowds.map((crowd, index) => untilOpen(scope, crowd, files[index]?.size ?? 0)))
    await untilAllOpen()
    const openedMs = performance.now() - dialledAt

    const cpuBefore = await readCpuSeconds([edge.pid])
    await delay(watchMs, undefined, { signal })
    const cpuSeconds = ((await readCpuSeconds([edge.pid])) ?? Number.NaN) - (cpuBefore ?? Number.NaN)
    const crowdedBytes = await readTreeBytes(edge)

    const visitor = new Visitor(port, 'crowd-0-0.bench.test')
    for (const pid of await readTree(edge.pid)) process.kill(pid, 'SIGKILL')
    const killedAt = performance.now()
    await first.close()
    await startEdge(second, port, control, processes, variables)
    visitor.start()
    await Promise.all(
      crowds.map((crowd, index) => untilOpen(scope, crowd, 0, Math.max(0, (files[index]?.size ?? 0) - 1))),
    )
    await untilAllOpen()
    const settledMs = performance.now() - killedAt
    const { answers, refusedAfterReturn, slowestMs } = visitor.stop()

    return [
      ['memory an agent, kB', formatNumber((crowdedBytes - aloneBytes) / agents / 1_000)],
      ['all dialled at once: open after, s', formatNumber(openedMs / 1_000)],
      ['heartbeats, % of a core', formatNumber((cpuSeconds / watchMs) * 100_000)],
      ['edge killed: all back after, s', formatNumber(settledMs / 1_000)],
      ['a visitor meanwhile: answers', formatNumber(answers)],
      ['refused once its agent was back', formatNumber(refusedAfterReturn)],
      ['slowest answer, ms', formatNumber(slowestMs)],
    ]
  } finally {
    await first.close()
    await second.close()
  }
}

/** Writes the tickets of crowds that together have this many agents. */
async function writeCrowds(scope: Scope, control: ControlPlane, agents: number) {
  const crowds: { file: string; size: number }[] = []
  for (let begun = 0; begun < agents; begun += crowdMax) {
    const size = Math.min(crowdMax, agents - begun)
    crowds.push({ file: await writeTickets(scope, control, `crowd-${crowds.length}`, size), size })
  }
  return crowds
}

/** Returns the bytes of memory that a program and its children hold. */
async function readTreeBytes({ pid }: Program): Promise<number> {
  const held = await Promise.all((await readTree(pid)).map(readMemoryBytes))
  return held.reduce<number>((sum, bytes) => sum + (bytes ?? 0), 0)
}

const requestIntervalMs = 50

/** Queries one agent repeatedly, as visitors do while an edge comes back. */
class Visitor {
  readonly #options: { host: string; port: number; headers: { host: string }; agent: false }
  #timer: NodeJS.Timeout | undefined
  #answers = 0
  #refusedAfterReturn = 0
  #slowestMs = 0
  #isBack = false

  constructor(port: number, hostname: string) {
    this.#options = { host: '127.0.0.1', port, headers: { host: hostname }, agent: false }
  }

  start(): void {
    this.#timer = setInterval(() => this.#sendRequest(), requestIntervalMs)
  }

  stop() {
    clearInterval(this.#timer)
    return { answers: this.#answers, refusedAfterReturn: this.#refusedAfterReturn, slowestMs: this.#slowestMs }
  }

  #sendRequest(): void {
    const askedAt = performance.now()
    const asked = get(this.#options, (response) => {
      response.resume()
      this.#note(response.statusCode === 204, performance.now() - askedAt)
    })
    asked.on('error', () => this.#note(false, performance.now() - askedAt))
  }

  #note(isAnswered: boolean, tookMs: number): void {
    if (isAnswered) {
      this.#isBack = true
      this.#answers += 1
    } else if (this.#isBack) {
      this.#refusedAfterReturn += 1
    }
    if (this.#isBack) this.#slowestMs = Math.max(this.#slowestMs, tookMs)
  }
}

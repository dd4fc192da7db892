import { get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { readCpuSeconds } from '../cpu.ts'
import { readMachine } from '../machine.ts'
import { readMemoryBytes } from '../memory.ts'
import { parseCount, readOptions } from '../options.ts'
import { findSparePort, Scope } from '../scope.ts'
import { formatNumber, renderTable } from '../table.ts'
import { startControlPlane } from './control-plane.ts'
import { startCrowd, startEdge, untilOpen, writeTickets } from './programs.ts'

const usage = `npm run bench -- idle [options]

What agents cost an edge that have nothing to do: memory and heartbeats; and how it goes when the edge is killed and all
of them come back at once, within 5 s, while a visitor goes on asking one of them every 50 ms.

  --agents N    how many (5000)
  --seconds N   how long to watch the heartbeats (30)`

/** Runs the benchmark of idle agents; answers whether every agent was there at the end. */
export async function runIdleBench(args: readonly string[], signal: AbortSignal): Promise<boolean> {
  const values = parse(args)
  if (values.help) {
    console.log(usage)
    return true
  }
  const agents = parseCount('--agents', values.agents)
  const watchMs = parseCount('--seconds', values.seconds) * 1_000
  const machine = await readMachine()
  const scope = await Scope.open('idle', signal)
  try {
    const rows = await measure(scope, agents, watchMs, signal)
    console.log(
      `\n${machine.cpu}, ${machine.cores} cores, Node ${machine.node}, commit ${machine.commit}, load ${machine.loadBefore} before`,
    )
    console.log(`\n${renderTable([`${formatNumber(agents)} idle agents, plain`, ''], rows)}\n`)
    return true
  } finally {
    await scope.close()
  }
}

function parse(args: readonly string[]) {
  return readOptions(args, {
    agents: { type: 'string', default: '5000' },
    seconds: { type: 'string', default: '30' },
    help: { type: 'boolean', default: false },
  })
}

async function measure(scope: Scope, agents: number, watchMs: number, signal: AbortSignal): Promise<string[][]> {
  const control = await startControlPlane(scope)
  const port = await findSparePort()
  const [first, second] = [await Scope.open('edge', signal), await Scope.open('edge', signal)]
  try {
    const edge = await startEdge(first, port, control)
    // One agent first: what the edge loads with it is not a cost of each.
    const one = await startCrowd(scope, port, await writeTickets(scope, control, 'one', 1))
    await untilOpen(scope, one, 1)
    const aloneBytes = await readMemoryBytes(edge.pid)

    const ticketFile = await writeTickets(scope, control, 'crowd', agents)
    const dialledAt = performance.now()
    const crowd = await startCrowd(scope, port, ticketFile)
    await untilOpen(scope, crowd, agents)
    const openedMs = performance.now() - dialledAt

    const cpuBefore = await readCpuSeconds([edge.pid])
    await delay(watchMs, undefined, { signal })
    const cpuSeconds = ((await readCpuSeconds([edge.pid])) ?? Number.NaN) - (cpuBefore ?? Number.NaN)
    const crowdedBytes = await readMemoryBytes(edge.pid)

    const visitor = new Visitor(port, 'crowd-0.bench.test')
    process.kill(edge.pid, 'SIGKILL')
    const killedAt = performance.now()
    await first.close()
    await startEdge(second, port, control)
    visitor.start()
    await untilOpen(scope, crowd, 0, agents - 1)
    await untilOpen(scope, crowd, agents)
    const settledMs = performance.now() - killedAt
    const { answers, refusedAfterReturn, slowestMs } = visitor.stop()

    return [
      [
        'memory an agent, kB',
        formatNumber(((crowdedBytes ?? Number.NaN) - (aloneBytes ?? Number.NaN)) / agents / 1_000),
      ],
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

const askEveryMs = 50

/** Asks one agent again and again, as visitors do while an edge comes back. */
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
    this.#timer = setInterval(() => this.#ask(), askEveryMs)
  }

  stop() {
    clearInterval(this.#timer)
    return { answers: this.#answers, refusedAfterReturn: this.#refusedAfterReturn, slowestMs: this.#slowestMs }
  }

  #ask(): void {
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

import { availableParallelism } from 'node:os'
import { readCpuSeconds } from '../cpu.ts'
import { startControlPlane } from '../idle/control-plane.ts'
import type { ControlPlane } from '../idle/control-plane.ts'
import { startCrowd, startEdge, untilOpen, writeTickets } from '../idle/programs.ts'
import { countErrors, runWrk } from '../load/wrk.ts'
import { describeMachine, readMachine } from '../machine.ts'
import { parseCount, readOptions } from '../options.ts'
import { findSparePort, type Program, Scope } from '../scope.ts'
import { median } from '../statistics.ts'
import { formatNumber, renderTable } from '../table.ts'

const usage = `npm run bench -- processes [options]

What an edge carries with one process and with several, for 8 hostnames that are visited at once. Agents
have a session in each process, or each in one, as those that know of no processes; they answer by themselves, half as many programs of
them as the edge has processes. Each process has as much to do as the single one: the connections multiply.

  --processes N,N  how many each (1,2,4,8, as far as there are cores; at least 1,2)
  --connections N  how many connections each hostname has for each process (4)
  --rounds N       how often each is measured, in turns (3)
  --seconds N      how long each load lasts (5)`

const hostnames = 8
const warmUpSeconds = 2

interface Contestant {
  processes: number
  /** Where an agent's sessions are. */
  sessions: 'in each' | 'in one'
  port: number
  edge: Program
}

interface Sample extends Pick<Contestant, 'processes' | 'sessions'> {
  requestsPerSecond: number
  p99Ms: number
  /** CPU time per request of all the edge's processes. */
  cpuMicros: number
  errors: number
}

/** Runs the benchmark of an edge's processes; returns whether every request was answered. */
export async function runProcessesBench(args: readonly string[], signal: AbortSignal): Promise<boolean> {
  const values = parse(args)
  if (values.help) {
    console.log(usage)
    return true
  }
  const rounds = parseCount('--rounds', values.rounds)
  const seconds = parseCount('--seconds', values.seconds)
  const connections = parseCount('--connections', values.connections)
  const counts = values.processes.split(',').map((count) => parseCount('--processes', count))
  const machine = await readMachine()
  const scope = await Scope.open('processes', signal)
  const samples: Sample[] = []
  try {
    const control = await startControlPlane(scope)
    const contestants: Contestant[] = []
    for (const processes of counts) {
      contestants.push(await startContestant(scope, control, processes, 'in each'))
      if (processes > 1) contestants.push(await startContestant(scope, control, processes, 'in one'))
    }
    for (const contestant of contestants) await load(contestant, connections, warmUpSeconds, signal)
    for (let round = 0; round < rounds; round += 1)
      for (const contestant of contestants) samples.push(await load(contestant, connections, seconds, signal))
  } finally {
    await scope.close()
  }
  const groups = Map.groupBy(samples, ({ processes, sessions }) => `${processes} ${sessions}`)
  const rows = [...groups.values()].map(summarize)
  console.log(`\n${describeMachine(machine)}\n`)
  console.log(`${renderTable(['processes', 'sessions', 'requests/s', 'p99 ms', 'edge µs', 'errors'], rows)}\n`)
  return samples.every(({ errors }) => errors === 0)
}

function parse(args: readonly string[]) {
  const counts = [1, 2, 4, 8].filter((count) => count <= Math.max(2, availableParallelism()))
  return readOptions(args, {
    processes: { type: 'string', default: counts.join(',') },
    connections: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '5' },
    help: { type: 'boolean', default: false },
  })
}

async function startContestant(
  scope: Scope,
  control: ControlPlane,
  processes: number,
  sessions: Contestant['sessions'],
): Promise<Contestant> {
  const port = await findSparePort()
  const edge = await startEdge(scope, port, control, processes)
  const programs = Math.ceil(processes / 2)
  for (let index = 0; index < programs; index += 1) {
    const tickets = await writeTickets(scope, control, nameOf({ processes, sessions }, index), hostnames)
    const crowd = await startCrowd(
      scope,
      `http://127.0.0.1:${port}`,
      tickets,
      sessions === 'in one' ? processes : undefined,
    )
    await untilOpen(scope, crowd, sessions === 'in one' ? hostnames : hostnames * processes)
  }
  return { processes, sessions, port, edge }
}

function nameOf({ processes, sessions }: Pick<Contestant, 'processes' | 'sessions'>, index: number): string {
  return `p${processes}-${sessions.replace('in ', '')}-c${index}`
}

async function load(
  contestant: Contestant,
  connections: number,
  seconds: number,
  signal: AbortSignal,
): Promise<Sample> {
  const { processes, sessions, port, edge } = contestant
  const programs = Math.ceil(processes / 2)
  const before = await readCpuSeconds([edge.pid])
  const loads = await Promise.all(
    Array.from({ length: hostnames }, (_, index) => {
      const hostHeader = `${nameOf(contestant, index % programs)}-${index}.bench.test`
      return runWrk({ port, hostHeader, connections: connections * processes, seconds, signal })
    }),
  )
  const after = await readCpuSeconds([edge.pid])
  const requests = loads.reduce((sum, { requests: count }) => sum + count, 0)
  const sample = {
    processes,
    sessions,
    requestsPerSecond: loads.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0),
    p99Ms: Math.max(...loads.map(({ p99Ms }) => p99Ms)),
    cpuMicros: (((after ?? Number.NaN) - (before ?? Number.NaN)) * 1e6) / requests,
    errors: loads.reduce((sum, one) => sum + countErrors(one), 0),
  }
  console.error(
    `${processes} processes, sessions ${sessions}: ${Math.round(sample.requestsPerSecond)}/s, ${sample.errors} errors`,
  )
  return sample
}

function summarize(samples: readonly Sample[]): string[] {
  const [{ processes, sessions } = { processes: 0, sessions: '' }] = samples
  return [
    String(processes),
    sessions,
    formatNumber(median(samples.map(({ requestsPerSecond }) => requestsPerSecond))),
    formatNumber(median(samples.map(({ p99Ms }) => p99Ms))),
    formatNumber(median(samples.map(({ cpuMicros }) => cpuMicros))),
    String(samples.reduce((sum, { errors }) => sum + errors, 0)),
  ]
}

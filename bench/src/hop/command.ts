import { readCpuSeconds } from '../cpu.ts'
import { startControlPlane } from '../idle/control-plane.ts'
import { startCrowd, startEdge, untilOpen, writeTickets } from '../idle/programs.ts'
import { countErrors, runWrk } from '../load/wrk.ts'
import { describeMachine, readMachine } from '../machine.ts'
import { parseCount, readOptions } from '../options.ts'
import { findSparePort, type Program, Scope } from '../scope.ts'
import { median } from '../statistics.ts'
import { formatNumber, renderTable } from '../table.ts'

const usage = `npm run bench -- hop [options]

What it costs that a visitor comes to another edge than the agent: requests by way of one edge to another, beside those that come to the agent's own, in
turns. CPU time is that of both edges and the agent. Needs redis-server.

  --rounds N       how often each is measured, in turns (5)
  --seconds N      how long each load lasts (4)`

const hostHeader = 'hop-0.bench.test'
const connections = 32
const warmUpSeconds = 2

interface Way {
  name: string
  port: number
}

interface Sample {
  name: string
  requestsPerSecond: number
  cpuMicros: number
  /** On a single connection, one request after another. */
  calmP50Ms: number
  errors: number
}

/** Runs the benchmark of the hop between edges; returns whether every request was answered. */
export async function runHopBench(args: readonly string[], signal: AbortSignal): Promise<boolean> {
  const values = readOptions(args, {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    help: { type: 'boolean', default: false },
  })
  if (values.help) {
    console.log(usage)
    return true
  }
  const rounds = parseCount('--rounds', values.rounds)
  const seconds = parseCount('--seconds', values.seconds)
  const machine = await readMachine()
  const scope = await Scope.open('hop', signal)
  const samples: Sample[] = []
  let ways: Way[] = []
  try {
    const { programs, ports } = await startEdges(scope)
    ways = [
      { name: 'direct', port: ports[0] },
      { name: 'by a hop', port: ports[1] },
    ]
    const measure = async (way: Way, during: number) => await load(way, programs, during, signal)
    for (const way of ways) await measure(way, warmUpSeconds)
    for (let round = 0; round < rounds; round += 1) for (const way of ways) samples.push(await measure(way, seconds))
  } finally {
    await scope.close()
  }
  const rows = ways.map(({ name }) => summarize(samples.filter((sample) => sample.name === name)))
  console.log(`\n${describeMachine(machine)}\n`)
  console.log(`${renderTable(['way', 'requests/s', 'CPU µs', 'calm p50 ms', 'errors'], rows)}\n`)
  return samples.every(({ errors }) => errors === 0)
}

/** Starts two edges, with an agent at the first. */
async function startEdges(scope: Scope): Promise<{ programs: Program[]; ports: [number, number] }> {
  const control = await startControlPlane(scope)
  const redisPort = await findSparePort()
  scope.start('redis-server', ['--port', String(redisPort), '--bind', '127.0.0.1', '--save', ''])
  const start = async (port: number) =>
    await startEdge(scope, port, control, 1, {
      REDIS_URL: `redis://127.0.0.1:${redisPort}`,
      EDGE_SIBLING_URL: `http://127.0.0.1:${port}`,
    })
  const ports: [number, number] = [await findSparePort(), await findSparePort()]
  const edges = [await start(ports[0]), await start(ports[1])]
  const crowd = await startCrowd(scope, `http://127.0.0.1:${ports[0]}`, await writeTickets(scope, control, 'hop', 1))
  await untilOpen(scope, crowd, 1)
  return { programs: [...edges, crowd], ports }
}

async function load(
  { name, port }: Way,
  programs: readonly Program[],
  seconds: number,
  signal: AbortSignal,
): Promise<Sample> {
  const pids = programs.map(({ pid }) => pid)
  const before = await readCpuSeconds(pids)
  const busy = await runWrk({ port, hostHeader, connections, seconds, signal })
  const after = await readCpuSeconds(pids)
  const calm = await runWrk({ port, hostHeader, connections: 1, seconds: Math.ceil(seconds / 2), signal })
  const sample = {
    name,
    requestsPerSecond: busy.requestsPerSecond,
    cpuMicros: (((after ?? Number.NaN) - (before ?? Number.NaN)) * 1e6) / busy.requests,
    calmP50Ms: calm.p50Ms,
    errors: countErrors(busy) + countErrors(calm),
  }
  console.error(`${name}: ${Math.round(sample.requestsPerSecond)}/s, ${sample.errors} errors`)
  return sample
}

function summarize(samples: readonly Sample[]): string[] {
  const [{ name } = { name: '' }] = samples
  return [
    name,
    formatNumber(median(samples.map(({ requestsPerSecond }) => requestsPerSecond))),
    formatNumber(median(samples.map(({ cpuMicros }) => cpuMicros))),
    formatNumber(median(samples.map(({ calmP50Ms }) => calmP50Ms))),
    String(samples.reduce((sum, { errors }) => sum + errors, 0)),
  ]
}

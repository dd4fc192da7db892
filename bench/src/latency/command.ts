import { runVegeta } from '../load/vegeta.ts'
import { describeMachine, readMachine } from '../machine.ts'
import { parseCount, readOptions } from '../options.ts'
import { Scope } from '../scope.ts'
import { median } from '../statistics.ts'
import { formatNumber, renderTable } from '../table.ts'
import { type Contestant, type EntryPoint, findMissing } from '../tunnel/contestants/contestant.ts'
import { listContestants } from '../tunnel/contestants/index.ts'
import { originBody, startOrigin } from '../tunnel/origin.ts'
import { isAnswering } from '../tunnel/probe.ts'

const usage = `npm run bench -- latency [options]

How long an answer takes at a constant rate of requests, which does not wait for slow answers: at 10 to 90 % of what each
tunnel answers when 50 connections keep it busy.

  --rounds N    how often each is measured, in turns (3)
  --seconds N   how long each load lasts (5)
  --only LIST   tunnels (culvert,culvert-tls,frp-tcp,frp-http,ssh as far as they are installed)

Needs nginx and vegeta.`

/** How many requests may be open at once: more than a tunnel can sustain. */
const openMax = 1_500
const capacityConnections = 50
const warmUpSeconds = 10
const shares = [0.1, 0.3, 0.5, 0.7, 0.9]
const contestants = 'culvert,culvert-tls,frp-tcp,frp-http,ssh'

interface Sample {
  name: string
  share: number
  rate: number
  answeredPerSecond: number
  p50Ms: number
  p99Ms: number
  success: number
}

/** Runs the benchmark of latency against rate; returns whether every request was answered. */
export async function runLatencyBench(args: readonly string[], signal: AbortSignal): Promise<boolean> {
  const values = readOptions(args, {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '5' },
    only: { type: 'string', default: contestants },
    help: { type: 'boolean', default: false },
  })
  if (values.help) {
    console.log(usage)
    return true
  }
  const missing = await findMissing(['nginx', 'vegeta'])
  if (missing) throw new Error(`${missing} The benchmark needs nginx and vegeta.`)
  const [rounds, seconds] = [parseCount('--rounds', values.rounds), parseCount('--seconds', values.seconds)]
  const machine = await readMachine()
  const wanted = values.only.split(',')
  const known = listContestants(undefined).filter(({ name }) => wanted.includes(name))
  const obstacles = await Promise.all(known.map((contestant) => contestant.findObstacle()))
  for (const [index, obstacle] of obstacles.entries()) {
    if (obstacle !== undefined) console.log(`${known[index]?.name}: not measured: ${obstacle}`)
  }
  const present = known.filter((_, index) => obstacles[index] === undefined)
  const samples = await measure(present, { rounds, seconds }, signal)
  console.log(`\n${describeMachine(machine)}\nMedians of ${rounds} interleaved rounds; each load lasts ${seconds} s.\n`)
  console.log(`${renderSamples(present, samples)}\n`)
  return samples.every(({ success }) => success === 1)
}

async function measure(
  present: readonly Contestant[],
  { rounds, seconds }: { rounds: number; seconds: number },
  signal: AbortSignal,
): Promise<Sample[]> {
  const scopes: Scope[] = []
  const origin = await startOrigin(0, signal)
  const samples: Sample[] = []
  try {
    const runners: { name: string; entryPoint: EntryPoint; capacity: number }[] = []
    for (const contestant of present) {
      const { name } = contestant
      const scope = await Scope.open(name, signal)
      scopes.push(scope)
      const entryPoint = await contestant.start(origin.port, scope)
      await scope.waitFor(`${name} to reach the origin`, () =>
        isAnswering(entryPoint.port, entryPoint.hostHeader, originBody),
      )
      runners.push({ name, entryPoint, capacity: 0 })
    }
    for (const runner of runners) {
      const busy = (length: number) =>
        runVegeta({ ...runner.entryPoint, rate: 0, workers: capacityConnections, seconds: length, signal })
      await busy(warmUpSeconds)
      runner.capacity = (await busy(seconds)).answeredPerSecond
      console.error(`${runner.name}: ${Math.round(runner.capacity)} requests/s`)
    }
    for (let round = 1; round <= rounds; round += 1) {
      for (const share of shares) {
        for (const { name, entryPoint, capacity } of round % 2 === 0 ? runners.toReversed() : runners) {
          const rate = Math.max(1, Math.round(capacity * share))
          const load = await runVegeta({ ...entryPoint, rate, workers: openMax, seconds, signal })
          samples.push({ name, share, rate, ...load })
          console.error(`round ${round}/${rounds}  ${name} at ${rate}/s: p99 ${formatNumber(load.p99Ms)} ms`)
        }
      }
    }
    return samples
  } finally {
    for (const scope of scopes.toReversed()) await scope.close()
    await origin.close()
  }
}

function renderSamples(present: readonly Contestant[], samples: readonly Sample[]): string {
  const rows = present.flatMap(({ name }) =>
    shares.map((share) => {
      const own = samples.filter((sample) => sample.name === name && sample.share === share)
      const middle = (pick: (sample: Sample) => number) => formatNumber(median(own.map(pick)))
      return [
        name,
        `${share * 100} %`,
        middle(({ rate }) => rate),
        middle(({ answeredPerSecond }) => answeredPerSecond),
        middle(({ p50Ms }) => p50Ms),
        middle(({ p99Ms }) => p99Ms),
        middle(({ success }) => success * 100),
      ]
    }),
  )
  return renderTable(['tunnel', 'of capacity', 'sent/s', 'answered/s', 'p50 ms', 'p99 ms', 'answered %'], rows)
}

import { type Cable, createCable } from '@culvert/e2e/cable'
import { runTransfer } from '../load/curl.ts'
import { describeMachine, readMachine } from '../machine.ts'
import { parseCount, readOptions } from '../options.ts'
import { Scope } from '../scope.ts'
import { formatNumber, renderTable } from '../table.ts'
import { findMissing } from '../tunnel/contestants/contestant.ts'
import type { EntryPoint } from '../tunnel/contestants/contestant.ts'
import { createCulvert } from '../tunnel/contestants/culvert.ts'
import { downloadPath, originBody, startOrigin, uploadPath } from '../tunnel/origin.ts'
import type { Origin } from '../tunnel/origin.ts'
import { isAnswering } from '../tunnel/probe.ts'
import { measureScenes } from './rounds.ts'
import { renderScenes } from './report.ts'

const usage = `npm run bench -- fairness [options]

What readers who stall or are slow, and a download at full speed, cost the small requests beside them on the same
tunnel; then one transfer each way over a line as long as an ocean between agent and edge.

  --rounds N        interleaved rounds, of which the medians count (5)
  --seconds N       length of each load (3)
  --connections N   connections of the small requests (10)
  --round-trip MS   of the long line (50)
  --size MIB        size of one transfer in MiB (512)

Needs nginx, wrk and curl.`

/** Runs the benchmark of fairness; returns whether everything was measured without an error. */
export async function runFairnessBench(args: readonly string[], signal: AbortSignal): Promise<boolean> {
  const values = parse(args)
  if (values.help) {
    console.log(usage)
    return true
  }
  const plan = {
    rounds: parseCount('--rounds', values.rounds),
    seconds: parseCount('--seconds', values.seconds),
    connections: parseCount('--connections', values.connections),
  }
  const roundTripMs = parseCount('--round-trip', values['round-trip'])
  const transferBytes = parseCount('--size', values.size) * 2 ** 20
  const missing = await findMissing(['nginx', 'wrk', 'curl'])
  if (missing) throw new Error(`${missing} The benchmark needs nginx, wrk and curl.`)

  const machine = await readMachine()
  const origin = await startOrigin(transferBytes, signal)
  try {
    const samples = await withCulvert(origin, signal, undefined, (entryPoint) =>
      measureScenes(entryPoint, plan, signal, report),
    )
    const lines = await measureLines(origin, roundTripMs, transferBytes, signal)
    console.log(`\n${describeMachine(machine)}\nMedians of ${plan.rounds} interleaved rounds of ${plan.seconds} s.\n`)
    console.log(`${renderScenes(samples)}\n`)
    console.log(`${renderTable(['One transfer', 'down MB/s', 'up MB/s'], lines.rows)}\n`)
    const errors = [...samples.flatMap(({ error }) => error ?? []), ...lines.errors]
    console.log(errors.length === 0 ? 'No errors.' : `Errors:\n${errors.join('\n')}`)
    return errors.length === 0
  } finally {
    await origin.close()
  }
}

function parse(args: readonly string[]) {
  return readOptions(args, {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '10' },
    'round-trip': { type: 'string', default: '50' },
    size: { type: 'string', default: '512' },
    help: { type: 'boolean', default: false },
  })
}

/** Starts Culvert in front of the origin and stops it at the end; with `lay`, its agent dials the port that this returns. */
async function withCulvert<Result>(
  origin: Origin,
  signal: AbortSignal,
  lay: ((edgePort: number, scope: Scope) => Promise<number>) | undefined,
  measure: (entryPoint: EntryPoint) => Promise<Result>,
): Promise<Result> {
  const scope = await Scope.open('fairness', signal)
  try {
    const entryPoint = await createCulvert({ lay }).start(origin.port, scope)
    await scope.waitFor('Culvert to reach the origin', () =>
      isAnswering(entryPoint.port, entryPoint.hostHeader, originBody),
    )
    return await measure(entryPoint)
  } finally {
    await scope.close()
  }
}

/** Moves the file each way over a short line and over a long one. */
async function measureLines(origin: Origin, roundTripMs: number, bytes: number, signal: AbortSignal) {
  let cable: Cable | undefined
  const lay = async (edgePort: number, scope: Scope) => {
    cable = await createCable({ defer: (end) => scope.addCleanup(async () => void (await end())) }, edgePort)
    return cable.port
  }
  return await withCulvert(origin, signal, lay, async ({ port, hostHeader }) => {
    const rows: string[][] = []
    const errors: string[] = []
    for (const ms of [0, roundTripMs]) {
      if (cable !== undefined) cable.delayMs = ms / 2
      const common = { port, hostHeader, bytes, signal }
      const down = await runTransfer({ ...common, path: downloadPath })
      const up = await runTransfer({ ...common, path: uploadPath, uploadFile: origin.uploadFile })
      rows.push([
        ms === 0 ? 'through the cable alone' : `round trip of ${ms} ms`,
        formatNumber(down.megabytesPerSecond),
        formatNumber(up.megabytesPerSecond),
      ])
      errors.push(...[down.error, up.error].flatMap((error) => error ?? []))
      report(rows.at(-1)?.join('  ') ?? '')
    }
    return { rows, errors }
  })
}

/** Progress goes to stderr, so that the tables can be stored alone. */
const report = (line: string) => console.error(line)

import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describeMachine, readMachine } from '../machine.ts'
import { MemoryWatch } from '../memory.ts'
import { parseCount, readOptions } from '../options.ts'
import { findSparePort, Scope } from '../scope.ts'
import { median } from '../statistics.ts'
import { formatNumber, renderTable } from '../table.ts'

const usage = `npm run bench -- start [options]

What \`npm start\` takes on a new data folder and on one that is there: the seconds until it is healthy, the highest sum of the memory of
its processes, and that sum once it has been at rest.

  --rounds N    how often both are measured (3)
  --seconds N   how long it rests before it is read (15)`

const projectFolder = join(import.meta.dirname, '../../..')
const mebibyte = 1024 * 1024

interface Sample {
  readySeconds: number
  peakBytes: number
  restBytes: number
}

/** Runs the benchmark of a start. Resolves to true. */
export async function runStartBench(args: readonly string[], signal: AbortSignal): Promise<boolean> {
  const values = readOptions(args, {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '15' },
    help: { type: 'boolean', default: false },
  })
  if (values.help) {
    console.log(usage)
    return true
  }
  const rounds = parseCount('--rounds', values.rounds)
  const restMs = parseCount('--seconds', values.seconds) * 1_000
  const machine = await readMachine()
  const samples = { first: new Array<Sample>(), later: new Array<Sample>() }
  for (let round = 0; round < rounds; round += 1) {
    const data = await Scope.open('start', signal)
    try {
      samples.first.push(await measure(data.folder, restMs, signal))
      samples.later.push(await measure(data.folder, restMs, signal))
    } finally {
      await data.close()
    }
  }
  console.log(`\n${describeMachine(machine)}\n`)
  const rows = [toRow('first start', samples.first), toRow('later start', samples.later)]
  console.log(`${renderTable(['npm start', 'ready s', 'peak MiB', 'at rest MiB'], rows)}\n`)
  return true
}

/** Starts an installation, and samples its memory until it has settled. */
async function measure(dataFolder: string, restMs: number, signal: AbortSignal): Promise<Sample> {
  const scope = await Scope.open('installation', signal)
  try {
    const [port, edgePort] = [await findSparePort(), await findSparePort()]
    const startedMs = performance.now()
    const program = scope.start(process.execPath, ['--disable-warning=ExperimentalWarning', 'standalone.ts'], {
      cwd: projectFolder,
      env: {
        CULVERT_DATA: join(dataFolder, 'data'),
        NODE_COMPILE_CACHE: join(projectFolder, 'node_modules/.cache/compile'),
        PORT: String(port),
        EDGE_HTTP_PORT: String(edgePort),
        EDGE_HTTPS_PORT: '0',
        MAIL_OUTBOX_PORT: '0',
      },
    })
    const memory = new MemoryWatch(program.pid)
    const isHealthy = () =>
      fetch(`http://localhost:${port}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      )
    await scope.waitFor('health', isHealthy)
    const readySeconds = (performance.now() - startedMs) / 1_000
    await delay(restMs, undefined, { signal })
    const restBytes = await memory.read()
    return { readySeconds, peakBytes: memory.stop(), restBytes }
  } finally {
    await scope.close()
  }
}

function toRow(name: string, samples: readonly Sample[]): string[] {
  const of = (read: (sample: Sample) => number) => formatNumber(median(samples.map(read)))
  return [
    name,
    of(({ readySeconds }) => readySeconds),
    of(({ peakBytes }) => peakBytes / mebibyte),
    of(({ restBytes }) => restBytes / mebibyte),
  ]
}

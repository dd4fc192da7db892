import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import manifest from '../../../package.json' with { type: 'json' }
import { publicUrlPattern } from '@culvert/e2e/agent'
import { planSite, startStandalone } from '@culvert/e2e/culvert'
import { signUp } from '@culvert/e2e/people'
import { startProcess } from '@culvert/e2e/processes'
import { readCpuSeconds } from '../cpu.ts'
import { describeMachine, readMachine } from '../machine.ts'
import { readMemoryBytes, readUnsharedBytes } from '../memory.ts'
import { parseCount, readOptions, UsageError } from '../options.ts'
import { Scope } from '../scope.ts'
import { median } from '../statistics.ts'
import { formatNumber, renderTable } from '../table.ts'

const usage = `npm run bench -- package --file FILE [options]

What a package for a system without Node takes, beside the package for npm on this Node: \`culvert version\`, the time from the start until the
public URL is printed, and memory of an agent that nobody visits, of which "unshared" is what it has written: agents of the same executable share the rest.

  --file FILE   an archive for this machine, that \`npm run package\` made
  --rounds N    interleaved rounds, of which the medians count (10)
  --seconds N   how long an agent rests before its memory is read (10)`

const packageForNpm = join(import.meta.dirname, `../../../agent/dist/culvert-agent-${manifest.version}.tgz`)
const mebibyte = 1024 * 1024

/** A measured command: program and first arguments. */
type Command = readonly [program: string, ...args: string[]]

interface Sample {
  versionMs: number
  urlMs: number
  /** The time until the URL. */
  cpuMs: number
  restBytes: number
  unsharedBytes: number
}

/** Runs the benchmark of packages. Resolves to true. */
export async function runPackageBench(args: readonly string[], signal: AbortSignal): Promise<boolean> {
  const values = readOptions(args, {
    file: { type: 'string' },
    rounds: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '10' },
    help: { type: 'boolean', default: false },
  })
  if (values.help) {
    console.log(usage)
    return true
  }
  if (values.file === undefined) throw new UsageError('--file takes an archive that `npm run package` made.')
  const rounds = parseCount('--rounds', values.rounds)
  const restMs = parseCount('--seconds', values.seconds) * 1_000
  const machine = await readMachine()
  const ends: (() => unknown)[] = []
  const scope = await Scope.open('package', signal)
  try {
    const cleanup = { defer: (end: () => unknown) => void ends.push(end) }
    const site = await planSite(cleanup)
    await startStandalone(cleanup, site)
    const { secret } = await (await signUp(site, 'Ada')).createAuthToken()
    const app = createServer((_request, response) => response.end())
    app.listen(0, '127.0.0.1')
    await once(app, 'listening')
    cleanup.defer(() => app.close())
    const agentArgs = ['http', String((app.address() as AddressInfo).port), '--server', site.apiUrl]
    const commands: Record<string, Command> = {
      'without Node': [await unpack(values.file, join(scope.folder, 'package'), 'bin/culvert')],
      'by npm': [process.execPath, await unpack(packageForNpm, join(scope.folder, 'npm'), 'package/culvert.js')],
    }
    const samples = new Map<string, Sample[]>(Object.keys(commands).map((name) => [name, []]))
    for (let round = 0; round <= rounds; round += 1) {
      for (const [name, command] of Object.entries(commands)) {
        const sample = await measure(command, agentArgs, secret, restMs, signal)
        // Files are read from the disk in the first round.
        if (round > 0) samples.get(name)?.push(sample)
      }
    }
    const { size } = await stat(values.file)
    console.log(
      `\n${describeMachine(machine)}\nMedians of ${rounds} interleaved rounds. The archive takes ${formatNumber(size / 1e6)} MB.\n`,
    )
    const rows = [...samples].map(([name, list]) => toRow(name, list))
    console.log(`${renderTable(['package', 'version ms', 'URL after ms', 'CPU ms', 'MiB', 'unshared MiB'], rows)}\n`)
    return true
  } finally {
    for (const end of ends.toReversed()) await end()
    await scope.close()
  }
}

async function unpack(file: string, folder: string, command: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  execFileSync('tar', ['-xf', file, '-C', folder])
  // Pages of a file that are not on the disk yet would count as written by the process.
  execFileSync('sync', [])
  return join(folder, command)
}

async function measure(
  [program, ...args]: Command,
  agentArgs: readonly string[],
  secret: string,
  restMs: number,
  signal: AbortSignal,
): Promise<Sample> {
  const versionStartedMs = performance.now()
  execFileSync(program, [...args, 'version'])
  const versionMs = performance.now() - versionStartedMs
  const startedMs = performance.now()
  const agent = startProcess(program, [...args, ...agentArgs], { env: { CULVERT_AUTHTOKEN: secret } })
  try {
    await agent.waitForOutput(publicUrlPattern)
    const urlMs = performance.now() - startedMs
    const cpuMs = ((await readCpuSeconds([agent.pid])) ?? Number.NaN) * 1_000
    await delay(restMs, undefined, { signal })
    const restBytes = (await readMemoryBytes(agent.pid)) ?? Number.NaN
    const unsharedBytes = (await readUnsharedBytes(agent.pid)) ?? Number.NaN
    return { versionMs, urlMs, cpuMs, restBytes, unsharedBytes }
  } finally {
    await agent.stop()
  }
}

function toRow(name: string, samples: readonly Sample[]): string[] {
  const of = (key: keyof Sample, unit = 1) => formatNumber(median(samples.map((sample) => sample[key])) / unit)
  return [name, of('versionMs'), of('urlMs'), of('cpuMs'), of('restBytes', mebibyte), of('unsharedBytes', mebibyte)]
}

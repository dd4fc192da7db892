import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { describeMachine, readMachine } from '../machine.ts'
import { UsageError } from '../options.ts'
import { Scope } from '../scope.ts'
import { type Contestant, findMissing } from './contestants/contestant.ts'
import { listContestants } from './contestants/index.ts'
import { parseOptions, type TunnelOptions, usage } from './options.ts'
import { originBody, startOrigin } from './origin.ts'
import { isAnswering } from './probe.ts'
import { listFaults, renderReport } from './report.ts'
import { measureRounds, type Plan, type Runner, type Samples } from './rounds.ts'

const base = 'direct'

interface Absent {
  name: string
  reason: string
}

/** Runs the tunnel benchmark; returns whether everything was measured without an error. */
export async function runTunnelBench(args: readonly string[], signal: AbortSignal): Promise<boolean> {
  const options = parseOptions(args)
  if (!options) {
    console.log(usage)
    return true
  }
  const missing = await findMissing(['nginx', 'wrk', 'curl'])
  if (missing) throw new Error(`${missing} The benchmark needs nginx, wrk and curl.`)

  const machine = await readMachine()
  const { present, absent } = await chooseContestants(options)
  const samples = await measure(present, options, signal)

  const names = present.map(({ name }) => name)
  const contestants = await Promise.all(
    present.map(async (contestant) => ({
      name: contestant.name,
      transport: contestant.transport,
      version: await contestant.readVersion(),
    })),
  )
  console.log(`\n${describeMachine(machine)}\n${describePlan(options)}\n`)
  for (const { name, transport, version } of contestants) console.log(`${name}: ${version}; ${transport}`)
  for (const { name, reason } of absent) console.log(`${name}: not measured: ${reason}`)
  console.log(`\n${renderReport(names, options, samples)}\n`)
  const faults = listFaults(names, samples)
  console.log(faults.length === 0 ? 'No errors.' : `Errors:\n${faults.join('\n')}`)
  if (options.jsonFile !== undefined) {
    const { rounds, seconds, connections, transferBytes } = options
    const plan = { rounds, seconds, connections, transferBytes }
    await writeFile(
      options.jsonFile,
      `${JSON.stringify({ machine, plan, contestants, absent, ...samples }, null, 2)}\n`,
    )
  }
  return faults.length === 0
}

/** Returns the contestants that can be measured here. One requested by name that cannot is an error; others are left out with the reason. */
async function chooseContestants({ only, profileFolder }: TunnelOptions) {
  const all = listContestants(profileFolder === undefined ? undefined : resolve(profileFolder))
  const unknown = only?.find((name) => !all.some((contestant) => contestant.name === name))
  if (unknown !== undefined) {
    throw new UsageError(`--only knows ${all.map(({ name }) => name).join(', ')}; it does not know ${unknown}.`)
  }
  const wanted = all.filter(({ name }) => only === undefined || name === base || only.includes(name))
  const present: Contestant[] = []
  const absent: Absent[] = []
  for (const contestant of wanted) {
    const reason = await contestant.findObstacle()
    if (reason === undefined) present.push(contestant)
    else if (only) throw new Error(`${contestant.name} cannot be measured: ${reason}`)
    else absent.push({ name: contestant.name, reason })
  }
  if (!only)
    absent.push({
      name: 'cloudflared',
      reason: 'its tunnels end in Cloudflare’s network; this benchmark stays on loopback.',
    })
  return { present, absent }
}

/** Starts the origin and every contestant, measures, and stops all of them whatever happens. */
async function measure(contestants: readonly Contestant[], plan: Plan, signal: AbortSignal): Promise<Samples> {
  const scopes: Scope[] = []
  const origin = await startOrigin(plan.transferBytes, signal)
  try {
    const runners: Runner[] = []
    for (const contestant of contestants) {
      report(`starting ${contestant.name}`)
      const scope = await Scope.open(contestant.name, signal)
      scopes.push(scope)
      const entryPoint = await contestant.start(origin.port, scope)
      await scope.waitFor(`${contestant.name} to reach the origin`, () =>
        isAnswering(entryPoint.port, entryPoint.hostHeader, originBody),
      )
      runners.push({ name: contestant.name, entryPoint })
    }
    return await measureRounds(runners, origin, plan, signal, report)
  } finally {
    for (const scope of scopes.toReversed()) await scope.close()
    await origin.close()
  }
}

const describePlan = ({ rounds, seconds }: Plan) =>
  `Medians of ${rounds} interleaved rounds; each load lasts ${seconds} s. MB are millions of bytes. ` +
  `µs: CPU time a request of the program that takes visitors (server) and of the one beside the app (client).`

/** Progress goes to stderr, so that the tables can be stored alone. */
const report = (line: string) => console.error(line)

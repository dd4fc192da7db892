import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readCpuSeconds } from '../cpu.ts'
import { startControlPlane } from '../idle/control-plane.ts'
import type { ControlPlane } from '../idle/control-plane.ts'
import { startCrowd, startEdge, untilOpen, writeTickets } from '../idle/programs.ts'
import { countErrors, runWrk } from '../load/wrk.ts'
import { findSparePort, type Program, Scope } from '../scope.ts'
import { median } from '../statistics.ts'
import { formatNumber, renderTable } from '../table.ts'

const modes = ['on', 'off'] as const
const connections = 32
const warmUpSeconds = 8
const reportedMs = 1_500

type Mode = (typeof modes)[number]

interface Contestant {
  accounts: number
  mode: Mode
  port: number
  edge: Program
  script: string
}

interface Sample {
  round: number
  accounts: number
  mode: Mode
  requestsPerSecond: number
  cpuMicros: number
  recordedPerSecond: number
  errors: number
}

/** Measures what recording costs an edge, and prints it; returns whether every request was answered. */
export async function measureEdge(
  { rounds, seconds, accounts: accountCounts }: { rounds: number; seconds: number; accounts: readonly number[] },
  signal: AbortSignal,
): Promise<boolean> {
  const samples: Sample[] = []
  for (const accounts of accountCounts) {
    const scope = await Scope.open('requests', signal)
    try {
      const control = await startControlPlane(scope)
      const contestants: Contestant[] = []
      for (const mode of modes) contestants.push(await startContestant(scope, control, accounts, mode))
      for (const contestant of contestants) await load(contestant, control, 0, warmUpSeconds, signal)
      for (let round = 0; round < rounds; round += 1) {
        // The second measurement may profit from the first.
        const order = round % 2 === 0 ? contestants : contestants.toReversed()
        for (const contestant of order) samples.push(await load(contestant, control, round, seconds, signal))
      }
    } finally {
      await scope.close()
    }
  }
  const columns = ['accounts', 'requests/s', 'recorded/s', 'edge µs, on', 'edge µs, off', 'on/off']
  const rows = accountCounts.map((accounts) => summarize(samples.filter((sample) => sample.accounts === accounts)))
  console.log(`\n${renderTable(columns, rows)}\n`)
  return samples.every(({ errors }) => errors === 0)
}

async function startContestant(scope: Scope, control: ControlPlane, accounts: number, mode: Mode): Promise<Contestant> {
  const port = await findSparePort()
  const edge = await startEdge(scope, port, control, 1, { EDGE_RECORD_REQUESTS: mode })
  const crowd = await startCrowd(
    scope,
    `http://127.0.0.1:${port}`,
    await writeTickets(scope, control, mode, accounts, true),
  )
  await untilOpen(scope, crowd, accounts)
  const script = join(scope.folder, `${mode}.lua`)
  await writeFile(script, rotateHosts(mode, accounts))
  return { accounts, mode, port, edge, script }
}

/** Each request is for the next hostname. They are prepared once, because wrk shares the machine with the edge. */
function rotateHosts(mode: Mode, accounts: number): string {
  return `local requests = {}
local at = 0
init = function()
  for index = 0, ${accounts - 1} do
    requests[index] = wrk.format("GET", "/orders/17?page=2", { Host = "${mode}-" .. index .. ".bench.test", ["User-Agent"] = "Mozilla/5.0 (X11; Linux x86_64) bench" })
  end
end
request = function()
  at = (at + 1) % ${accounts}
  return requests[at]
end
`
}

async function load(
  { accounts, mode, port, edge, script }: Contestant,
  control: ControlPlane,
  round: number,
  seconds: number,
  signal: AbortSignal,
): Promise<Sample> {
  const recordedBefore = control.recordedRequests
  const before = await readCpuSeconds([edge.pid])
  const measured = await runWrk({ port, hostHeader: 'bench.test', connections, seconds, signal, script })
  // Recorded requests are reported within a second.
  await delay(reportedMs, undefined, { signal })
  const after = await readCpuSeconds([edge.pid])
  const sample = {
    round,
    accounts,
    mode,
    requestsPerSecond: measured.requestsPerSecond,
    cpuMicros: (((after ?? Number.NaN) - (before ?? Number.NaN)) * 1e6) / measured.requests,
    recordedPerSecond: (control.recordedRequests - recordedBefore) / seconds,
    errors: countErrors(measured),
  }
  console.error(
    `${accounts} accounts, ${mode}: ${Math.round(sample.requestsPerSecond)}/s, ${formatNumber(sample.cpuMicros)} µs, ` +
      `${Math.round(sample.recordedPerSecond)} recorded/s, ${sample.errors} errors`,
  )
  return sample
}

function summarize(samples: readonly Sample[]): string[] {
  const [{ accounts } = { accounts: 0 }] = samples
  const of = (mode: Mode) => samples.filter((sample) => sample.mode === mode)
  const offByRound = new Map(of('off').map(({ round, cpuMicros }) => [round, cpuMicros]))
  const ratios = of('on').map(({ round, cpuMicros }) => cpuMicros / (offByRound.get(round) ?? Number.NaN))
  return [
    String(accounts),
    formatNumber(median(of('on').map(({ requestsPerSecond }) => requestsPerSecond))),
    formatNumber(median(of('on').map(({ recordedPerSecond }) => recordedPerSecond))),
    formatNumber(median(of('on').map(({ cpuMicros }) => cpuMicros))),
    formatNumber(median(of('off').map(({ cpuMicros }) => cpuMicros))),
    median(ratios).toFixed(3),
  ]
}

import { countErrors } from '../load/wrk.ts'
import { median, medianRatio } from '../statistics.ts'
import { formatNumber, renderTable } from '../table.ts'
import { directions, type LoadSample, type Plan, type Samples, type TransferSample } from './rounds.ts'

const base = 'direct'
const own = 'culvert'

/** Renders the tables of a run: medians over the rounds, ratios to direct, and Culvert's ratio to every other contestant. */
export function renderReport(names: readonly string[], plan: Plan, samples: Samples): string {
  const tables = plan.connections.map(
    (connections) =>
      `${connections} connection${connections === 1 ? '' : 's'}\n\n${renderLoads(names, connections, samples)}`,
  )
  if (plan.transferBytes > 0) {
    tables.push(
      `One transfer of ${formatNumber(plan.transferBytes / 2 ** 20)} MiB, MB/s, and CPU seconds a GiB\n\n${renderTransfers(names, samples)}`,
    )
  }
  if (names.includes(own)) {
    tables.push(`Culvert as a ratio to each (p99: smaller is better)\n\n${renderRatios(names, plan, samples)}`)
  }
  return tables.join('\n\n')
}

/** Lists the failed requests and transfers of all rounds together, a line for each contestant that had any. */
export function listFaults(names: readonly string[], samples: Samples): string[] {
  return names.flatMap((name) => {
    const { status, connect, read, write, timeout } = sumErrors(
      samples.loads.filter(({ contestant }) => contestant === name),
    )
    const requests =
      status + connect + read + write + timeout === 0
        ? []
        : [
            `${name}: ${status} error answers; connections: ${connect} refused, ${read + write} broken, ${timeout} timed out`,
          ]
    const transfers = samples.transfers
      .filter(({ contestant, error }) => contestant === name && error !== undefined)
      .map(({ direction, round, error }) => `${name}: transfer ${direction} in round ${round}: ${error}`)
    return [...requests, ...transfers]
  })
}

function renderLoads(names: readonly string[], connections: number, samples: Samples): string {
  return renderTable(
    ['', 'requests/s', 'of direct', 'p50 ms', 'p99 ms', 'server µs', 'client µs', 'errors'],
    names.map((name) => {
      const loads = loadsOf(samples, name, connections)
      const middle = (read: (load: LoadSample) => number | undefined) =>
        formatNumber(median(loads.map((load) => read(load) ?? Number.NaN)))
      return [
        name,
        middle(requestRate),
        formatNumber(compare(loads, loadsOf(samples, base, connections), requestRate)),
        middle((load) => load.p50Ms),
        middle(slowest),
        middle((load) => load.serverCpuMicros),
        middle((load) => load.clientCpuMicros),
        String(loads.reduce((sum, load) => sum + countErrors(load), 0)),
      ]
    }),
  )
}

function renderTransfers(names: readonly string[], samples: Samples): string {
  return renderTable(
    ['', ...directions.flatMap((direction) => [direction, 'of direct', 'server s', 'client s']), 'errors'],
    names.map((name) => [
      name,
      ...directions.flatMap((direction) => {
        const transfers = transfersOf(samples, name, direction)
        const baseTransfers = transfersOf(samples, base, direction)
        const cpu = (read: (transfer: TransferSample) => number | undefined) =>
          median(transfers.map((transfer) => read(transfer) ?? Number.NaN))
        return [
          median(transfers.map(byteRate)),
          compare(transfers, baseTransfers, byteRate),
          cpu(({ serverCpuSeconds }) => serverCpuSeconds),
          cpu(({ clientCpuSeconds }) => clientCpuSeconds),
        ].map(formatNumber)
      }),
      String(samples.transfers.filter(({ contestant, error }) => contestant === name && error !== undefined).length),
    ]),
  )
}

function renderRatios(names: readonly string[], plan: Plan, samples: Samples): string {
  const measured = plan.transferBytes > 0 ? directions : []
  return renderTable(
    ['', ...plan.connections.flatMap((count) => [`requests/s @${count}`, `p99 @${count}`]), ...measured],
    names
      .filter((name) => name !== own)
      .map((name) => [
        name,
        ...plan.connections.flatMap((count) => {
          const pair = [loadsOf(samples, own, count), loadsOf(samples, name, count)] as const
          return [compare(...pair, requestRate), compare(...pair, slowest)].map(formatNumber)
        }),
        ...measured.map((direction) =>
          formatNumber(compare(transfersOf(samples, own, direction), transfersOf(samples, name, direction), byteRate)),
        ),
      ]),
  )
}

const loadsOf = (samples: Samples, name: string, connections: number) =>
  samples.loads.filter((load) => load.contestant === name && load.connections === connections)

const transfersOf = (samples: Samples, name: string, direction: TransferSample['direction']) =>
  samples.transfers.filter((transfer) => transfer.contestant === name && transfer.direction === direction)

const requestRate = (load: LoadSample) => load.requestsPerSecond
const slowest = (load: LoadSample) => load.p99Ms
const byteRate = (transfer: TransferSample) => transfer.megabytesPerSecond

/** Returns the median ratio of two contestants' figures from the same rounds. */
function compare<Sample extends { round: number }>(
  samples: readonly Sample[],
  baseSamples: readonly Sample[],
  read: (sample: Sample) => number,
): number {
  const baseByRound = new Map(baseSamples.map((sample) => [sample.round, read(sample)]))
  return medianRatio(samples.map((sample) => [read(sample), baseByRound.get(sample.round) ?? Number.NaN]))
}

function sumErrors(loads: readonly LoadSample[]): LoadSample['errors'] {
  const sum = { status: 0, connect: 0, read: 0, write: 0, timeout: 0 }
  for (const { errors } of loads) {
    sum.status += errors.status
    sum.connect += errors.connect
    sum.read += errors.read
    sum.write += errors.write
    sum.timeout += errors.timeout
  }
  return sum
}

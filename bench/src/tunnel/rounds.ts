import { readCpuSeconds } from '../cpu.ts'
import { runTransfer } from '../load/curl.ts'
import { countErrors, type Load, runWrk } from '../load/wrk.ts'
import type { Program } from '../scope.ts'
import type { EntryPoint } from './contestants/contestant.ts'
import { downloadPath, type Origin, uploadPath } from './origin.ts'

/** How much to measure. */
export interface Plan {
  rounds: number
  /** The duration of each wrk run. */
  seconds: number
  /** Connection counts, each a separate run. */
  connections: readonly number[]
  /** Size of each transfer; 0 makes none. */
  transferBytes: number
}

/** One wrk run. */
export interface LoadSample extends Load {
  contestant: string
  round: number
  connections: number
  /** CPU time per request of the program that takes visitors, in microseconds. */
  serverCpuMicros?: number
  /** CPU time per request of the program beside the origin, in microseconds. */
  clientCpuMicros?: number
}

/** The direction of a transfer, as seen by the visitor. */
export const directions = ['down', 'up'] as const

/** One transfer. */
export interface TransferSample {
  contestant: string
  round: number
  direction: Direction
  /** Millions of bytes a second. */
  megabytesPerSecond: number
  /** CPU seconds per GiB of the program that takes visitors. */
  serverCpuSeconds?: number
  /** CPU seconds per GiB of the program beside the origin. */
  clientCpuSeconds?: number
  error?: string
}

/** All measurements. */
export interface Samples {
  loads: LoadSample[]
  transfers: TransferSample[]
}

/** A running contestant. */
export interface Runner {
  name: string
  entryPoint: EntryPoint
}

type Direction = (typeof directions)[number]

/** The compared programs have run for a while: Node keeps compiling for ten seconds of load, and until then takes twice the time. */
const warmUpSeconds = 10

/**
 * Measures every contestant once per round, so that a change in the machine's performance affects all of them alike; each round
 * starts with another one, and every second one runs in reverse, so that none always follows the same neighbour.
 */
export async function measureRounds(
  runners: readonly Runner[],
  origin: Origin,
  plan: Plan,
  signal: AbortSignal,
  onProgress: (line: string) => void,
): Promise<Samples> {
  const samples: Samples = { loads: [], transfers: [] }
  for (const { entryPoint } of runners) {
    await runWrk({ ...entryPoint, connections: Math.max(...plan.connections), seconds: warmUpSeconds, signal })
  }
  for (let round = 1; round <= plan.rounds; round += 1) {
    const order = orderOf(runners, round)
    const label = `round ${round}/${plan.rounds}`
    for (const connections of plan.connections) {
      for (const runner of order) {
        const load = await measureLoad(runner.entryPoint, connections, plan.seconds, signal)
        samples.loads.push({ contestant: runner.name, round, connections, ...load })
        onProgress(
          `${label}  ${connections} connections  ${runner.name}: ${Math.round(load.requestsPerSecond)}/s, ` +
            `p99 ${load.p99Ms} ms, ${countErrors(load)} errors`,
        )
      }
    }
    if (plan.transferBytes === 0) continue
    for (const direction of directions) {
      for (const runner of order) {
        const transfer = await measureTransfer(runner.entryPoint, direction, origin, plan.transferBytes, signal)
        samples.transfers.push({ contestant: runner.name, round, direction, ...transfer })
        onProgress(
          `${label}  ${direction}  ${runner.name}: ${Math.round(transfer.megabytesPerSecond)} MB/s ${transfer.error ?? ''}`,
        )
      }
    }
  }
  return samples
}

async function measureLoad(entryPoint: EntryPoint, connections: number, seconds: number, signal: AbortSignal) {
  const { result: load, cpuSeconds } = await countCpu(entryPoint, () =>
    runWrk({ port: entryPoint.port, hostHeader: entryPoint.hostHeader, connections, seconds, signal }),
  )
  const [serverCpuMicros, clientCpuMicros] = cpuSeconds.map((spent) => spent && (spent * 1e6) / load.requests)
  return { ...load, serverCpuMicros, clientCpuMicros }
}

async function measureTransfer(
  entryPoint: EntryPoint,
  direction: Direction,
  origin: Origin,
  bytes: number,
  signal: AbortSignal,
) {
  const target = { port: entryPoint.port, hostHeader: entryPoint.hostHeader, bytes, signal }
  const ways = {
    down: { ...target, path: downloadPath },
    up: { ...target, path: uploadPath, uploadFile: origin.uploadFile },
  }
  const { result: transfer, cpuSeconds } = await countCpu(entryPoint, () => runTransfer(ways[direction]))
  const [serverCpuSeconds, clientCpuSeconds] = cpuSeconds.map((spent) => spent && spent / (bytes / 2 ** 30))
  return { ...transfer, serverCpuSeconds, clientCpuSeconds }
}

/** Runs an action, and returns the CPU seconds that the programs at both ends of a tunnel spent meanwhile; undefined if there is no such program. */
async function countCpu<Result>({ server, client }: EntryPoint, work: () => Promise<Result>) {
  const before = [await readCpu(server), await readCpu(client)]
  const result = await work()
  const after = [await readCpu(server), await readCpu(client)]
  const cpuSeconds = after.map((end, side) => {
    const start = before[side]
    return end === undefined || start === undefined ? undefined : end - start
  })
  return { result, cpuSeconds }
}

const readCpu = (program: Program | undefined) =>
  program === undefined ? Promise.resolve(undefined) : readCpuSeconds([program.pid])

/** Returns the order of a round, which counts from 1. */
const orderOf = <Item>(items: readonly Item[], round: number): Item[] => {
  const start = Math.floor((round - 1) / 2) % items.length
  const order = [...items.slice(start), ...items.slice(0, start)]
  return round % 2 === 0 ? order.toReversed() : order
}

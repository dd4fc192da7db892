import { join } from 'node:path'
import type { RunningProcess } from '../processes.ts'

/** What a process holds after a garbage collection. */
export interface Resources {
  /** The JavaScript heap, and buffers outside it. */
  memoryBytes: number
  descriptors: number
  /** Handles and timers that keep it running, by kind (process.getActiveResourcesInfo). */
  active: Record<string, number>
}

/** The NODE_OPTIONS that make a program report its resources. */
export const reportingOptions = `--expose-gc --import ${join(import.meta.dirname, 'report-resources.ts')} --disable-warning=ExperimentalWarning`

const asked = new WeakMap<RunningProcess, number>()

/** Queries a program that was started with `reportingOptions`. */
export async function readResources(program: RunningProcess): Promise<Resources> {
  const count = (asked.get(program) ?? 0) + 1
  asked.set(program, count)
  program.signal('SIGUSR2')
  const [, json = ''] = await program.waitForOutput(new RegExp(`^resources ${count} (.*)$`, 'm'))
  return JSON.parse(json)
}

/** What may be held in addition to the earlier amount. */
export interface Slack {
  memoryBytes: number
  descriptors: number
  active: number
}

/** What the runtime keeps for later, and a connection that is being renewed. */
export const slackOfOne: Slack = { memoryBytes: 12_000_000, descriptors: 3, active: 3 }

/** As above, plus the connections that were another server's, and the timers that each has. */
export const slackOfSeveral: Slack = { memoryBytes: 12_000_000, descriptors: 20, active: 40 }

/** Lists what a process holds in excess; empty if nothing. */
export function findGrowth(before: Resources, after: Resources, slack: Slack): string[] {
  const grown: string[] = []
  if (after.memoryBytes > before.memoryBytes + slack.memoryBytes) {
    grown.push(`memory from ${megabytes(before)} to ${megabytes(after)} MB`)
  }
  if (after.descriptors > before.descriptors + slack.descriptors) {
    grown.push(`descriptors from ${before.descriptors} to ${after.descriptors}`)
  }
  if (countActive(after) > countActive(before) + slack.active) {
    grown.push(`active resources from ${JSON.stringify(before.active)} to ${JSON.stringify(after.active)}`)
  }
  return grown
}

export function countActive({ active }: Resources): number {
  return Object.values(active).reduce((sum, count) => sum + count, 0)
}

export function megabytes({ memoryBytes }: Resources): number {
  return Math.round(memoryBytes / 100_000) / 10
}

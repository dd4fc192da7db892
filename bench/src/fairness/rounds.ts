import { setTimeout as delay } from 'node:timers/promises'
import { countErrors, type Load, runWrk } from '../load/wrk.ts'
import { readMemoryBytes } from '../memory.ts'
import type { EntryPoint } from '../tunnel/contestants/contestant.ts'
import { GreedyReader, type Pace } from './greedy-reader.ts'

/** How much to measure. */
export interface FairnessPlan {
  rounds: number
  /** The duration of each load. */
  seconds: number
  /** The number of connections for the small requests. */
  connections: number
}

/** The readers beside the small requests. */
export interface Scene {
  name: string
  readers: number
  pace: Pace
}

/** Small requests beside the readers of a scene. */
export interface SceneSample extends Load {
  scene: Scene
  round: number
  /** The memory of the program that takes visitors. */
  memoryBytes?: number
  error?: string
}

/** The scene that the others are compared with. */
export const alone: Scene = { name: 'alone', readers: 0, pace: 'stalled' }

/** Every scene, in the order of the table. */
export const scenes: readonly Scene[] = [
  alone,
  { name: '1 stalled reader', readers: 1, pace: 'stalled' },
  { name: '8 stalled readers', readers: 8, pace: 'stalled' },
  { name: '1 slow reader', readers: 1, pace: 'slow' },
  { name: '8 slow readers', readers: 8, pace: 'slow' },
  { name: '1 download at full speed', readers: 1, pace: 'full' },
]

/** The time until stalled readers stall because their buffers are full. */
const settleMs = 2_000
const warmUpSeconds = 3

/** Plays every scene once per round, each round starting with another one. */
export async function measureScenes(
  entryPoint: EntryPoint,
  { rounds, seconds, connections }: FairnessPlan,
  signal: AbortSignal,
  onProgress: (line: string) => void,
): Promise<SceneSample[]> {
  const samples: SceneSample[] = []
  const { port, hostHeader } = entryPoint
  const load = (length: number) => runWrk({ port, hostHeader, connections, seconds: length, signal })
  await load(warmUpSeconds)
  for (let round = 1; round <= rounds; round += 1) {
    for (let index = 0; index < scenes.length; index += 1) {
      const scene = scenes[(index + round - 1) % scenes.length] ?? alone
      const readers = Array.from({ length: scene.readers }, () => new GreedyReader(entryPoint, scene.pace))
      try {
        await delay(settleMs, undefined, { signal })
        const measured = await load(seconds)
        const memoryBytes = entryPoint.server && (await readMemoryBytes(entryPoint.server.pid))
        const errors = countErrors(measured)
        const error = errors === 0 ? undefined : `round ${round}, ${scene.name}: ${errors} failed requests`
        samples.push({ scene, round, ...measured, memoryBytes, error })
        onProgress(`round ${round}/${rounds}  ${scene.name}: p99 ${measured.p99Ms} ms`)
      } finally {
        for (const reader of readers) reader.stop()
      }
    }
  }
  return samples
}

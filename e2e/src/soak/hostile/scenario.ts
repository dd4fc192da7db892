import type { Cleanup } from '../../cleanup.ts'
import type { TestBed } from './test-bed.ts'

/** The parts of `docs/promises.md` that a hostile run tests. */
export const areas = ['where it runs', 'who is who', 'what one may cost', 'messages that are lost', 'TLS'] as const

/** A promise of `docs/promises.md`, and an attempt to break it on a real installation. */
export interface Scenario {
  area: (typeof areas)[number]
  /** The promise, as a sentence that holds or does not. */
  promise: string
  /** What it needs in addition to the programs; without it the scenario counts as not tried. */
  needs?: readonly Need[]
  /** What an uninvolved visitor may notice of it: only if the promise itself says so. */
  mayDisturb?: readonly ('failures' | 'latency')[]
  /**
   * Tries to break the promise. Returns the figure that shows that it held, such as "12 MB held by 200 sockets"; otherwise throws what
   * happened instead. What it starts goes into `cleanup`, which ends after it. It uses separate people and tunnels, and
   * leaves the programs running: the next scenario uses the same ones.
   */
  run(testBed: TestBed, cleanup: Cleanup): Promise<string>
}

/** PostgreSQL behind the API; two API nodes that share a Redis. */
export type Need = 'postgres' | 'redis'

/** Throws, with what happened, unless the promise held. */
export function expectThat(held: boolean, whatHappened: string): asserts held {
  if (!held) throw new Error(whatHappened)
}

import type { RunningProcess } from '../processes.ts'
import { type Resources, readResources } from './resources.ts'
import { findSlope } from './slope.ts'

/** The change of a program's memory, in megabytes an hour. */
export interface MemorySlope {
  program: string
  slope: number
  /** The standard error of the slope. */
  error: number
  samples: number
}

const hourMs = 3_600_000

/** Samples the memory of programs repeatedly while they work. */
export class MemoryRecord {
  readonly #programs: ReadonlyMap<string, RunningProcess>
  readonly #everyMs: number
  readonly #samples = new Map<string, number[]>()
  readonly #timer: NodeJS.Timeout
  #reading: Promise<unknown> = Promise.resolve()

  constructor(programs: ReadonlyMap<string, RunningProcess>, everyMs: number) {
    this.#programs = programs
    this.#everyMs = everyMs
    this.#timer = setInterval(() => {
      this.#reading = this.#reading.then(async () => await this.#read()).catch(() => {})
    }, everyMs)
  }

  /** Stops, and returns the slope of each program that has enough samples to state its error. */
  async stop(): Promise<MemorySlope[]> {
    clearInterval(this.#timer)
    await this.#reading
    return [...this.#samples].flatMap(([program, values]) => {
      if (values.length < 3) return []
      const { slope, error } = findSlope(values)
      const megabytesAnHour = (bytes: number) => (bytes / 1e6) * (hourMs / this.#everyMs)
      return [{ program, slope: megabytesAnHour(slope), error: megabytesAnHour(error), samples: values.length }]
    })
  }

  async #read(): Promise<void> {
    for (const [name, { memoryBytes }] of await readAll(this.#programs)) {
      const samples = this.#samples.get(name) ?? []
      samples.push(memoryBytes)
      this.#samples.set(name, samples)
    }
  }
}

/** Returns the memory of each program. */
export async function readAll(programs: ReadonlyMap<string, RunningProcess>): Promise<Map<string, Resources>> {
  const held = await Promise.all([...programs.values()].map(readResources))
  return new Map([...programs.keys()].flatMap((name, index) => (held[index] ? [[name, held[index]]] : [])))
}

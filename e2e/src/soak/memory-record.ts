import type { RunningProcess } from '../processes.ts'
import { type Resources, readResources } from './resources.ts'
import { findSlope } from './slope.ts'

/** By how much the memory of a program changes, in megabytes an hour. */
export interface MemorySlope {
  program: string
  slope: number
  /** The standard error of the slope. */
  error: number
  samples: number
}

const hourMs = 3_600_000

/** What programs hold, again and again while they work. */
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

  /** Ends it, and returns the slope of each program of which there are enough samples to say how sure it is. */
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

/** Returns what each program holds. */
export async function readAll(programs: ReadonlyMap<string, RunningProcess>): Promise<Map<string, Resources>> {
  const held = await Promise.all([...programs.values()].map(readResources))
  return new Map([...programs.keys()].flatMap((name, index) => (held[index] ? [[name, held[index]]] : [])))
}

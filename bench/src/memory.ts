import { readFile } from 'node:fs/promises'
import { readTree } from './cpu.ts'

/** Returns the bytes of memory that a process holds (VmRSS, proc(5)); undefined if there is no /proc. */
export const readMemoryBytes = (pid: number) => readBytes(`/proc/${pid}/status`, /^VmRSS:\s+(\d+) kB$/m)

/** Returns the same, but counts only this process's share of shared pages, such as those of Node's executable (Pss). */
const readShareBytes = (pid: number) => readBytes(`/proc/${pid}/smaps_rollup`, /^Pss:\s+(\d+) kB$/m)

/** Returns the bytes that a process has written: unlike pages of the same executable, no other process can share them. */
export const readUnsharedBytes = (pid: number) => readBytes(`/proc/${pid}/smaps_rollup`, /^Private_Dirty:\s+(\d+) kB$/m)

async function readBytes(path: string, line: RegExp): Promise<number | undefined> {
  const text = await readFile(path, 'latin1').catch(() => '')
  const kibibytes = line.exec(text)?.[1]
  return kibibytes === undefined ? undefined : Number(kibibytes) * 1024
}

/** The time between two samples of a watched process's memory; milliseconds. */
const intervalMs = 20

/** Watches the memory of a process and all its descendants together: shared memory is counted once. */
export class MemoryWatch {
  readonly #pid: number
  readonly #timer: NodeJS.Timeout
  #peakBytes = 0

  constructor(pid: number) {
    this.#pid = pid
    // A failed run must end even though nothing has stopped this.
    this.#timer = setInterval(() => void this.read(), intervalMs).unref()
  }

  /** Returns the bytes of memory that they hold now. */
  async read(): Promise<number> {
    const held = await Promise.all((await readTree(this.#pid)).map(readShareBytes))
    const bytes = held.reduce<number>((sum, each) => sum + (each ?? 0), 0)
    this.#peakBytes = Math.max(this.#peakBytes, bytes)
    return bytes
  }

  /** Stops watching. Returns the largest sample, in bytes. */
  stop(): number {
    clearInterval(this.#timer)
    return this.#peakBytes
  }
}

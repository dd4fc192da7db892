import { readFile } from 'node:fs/promises'
import { readTree } from './cpu.ts'

/** Bytes of memory that a process holds (VmRSS, proc(5)); undefined where there is no /proc. */
export const readMemoryBytes = (pid: number) => readBytes(`/proc/${pid}/status`, /^VmRSS:\s+(\d+) kB$/m)

/** As above, but of pages that processes share, such as those of Node's executable, only this one's share (Pss). */
const readShareBytes = (pid: number) => readBytes(`/proc/${pid}/smaps_rollup`, /^Pss:\s+(\d+) kB$/m)

/** Bytes that a process has written: no other can share them, as it can pages of the same executable. */
export const readUnsharedBytes = (pid: number) => readBytes(`/proc/${pid}/smaps_rollup`, /^Private_Dirty:\s+(\d+) kB$/m)

async function readBytes(path: string, line: RegExp): Promise<number | undefined> {
  const text = await readFile(path, 'latin1').catch(() => '')
  const kibibytes = line.exec(text)?.[1]
  return kibibytes === undefined ? undefined : Number(kibibytes) * 1024
}

/** The time between two looks at the memory of a watched process; milliseconds. */
const lookMs = 20

/** Watches the memory of a process and all its descendants together: what they share is counted once. */
export class MemoryWatch {
  readonly #pid: number
  readonly #timer: NodeJS.Timeout
  #peakBytes = 0

  constructor(pid: number) {
    this.#pid = pid
    // A run that fails ends although nobody has stopped this.
    this.#timer = setInterval(() => void this.read(), lookMs).unref()
  }

  /** Bytes of memory that they hold now. */
  async read(): Promise<number> {
    const held = await Promise.all((await readTree(this.#pid)).map(readShareBytes))
    const bytes = held.reduce<number>((sum, each) => sum + (each ?? 0), 0)
    this.#peakBytes = Math.max(this.#peakBytes, bytes)
    return bytes
  }

  /** Ends watching. Returns the most that was read, in bytes. */
  stop(): number {
    clearInterval(this.#timer)
    return this.#peakBytes
  }
}

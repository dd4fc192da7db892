import { join } from 'node:path'
import type { RunningProcess } from './processes.ts'

/** The NODE_OPTIONS of a program whose clock can be moved. */
export const movingClock = `--import ${join(import.meta.dirname, 'moving-clock.ts')}`

const jumps = new WeakMap<RunningProcess, number>()

/** Makes a program's clock perform the next jump that its environment names (CLOCK_JUMPS_MS). */
export async function jumpClock(program: RunningProcess): Promise<void> {
  const count = (jumps.get(program) ?? 0) + 1
  jumps.set(program, count)
  program.signal('SIGIO')
  await program.waitForOutput(new RegExp(`^clock jump ${count}$`, 'm'))
}

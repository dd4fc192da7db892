import { mkdtempSync, readdirSync, rmSync, statSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A run has a few databases at once, each of 28 MB and what tests write: this is room for dozens. */
const neededBytes = 2 * 2 ** 30

/** A folder in which nothing was made or removed for so long belongs to no run. */
const staleMs = 6 * 60 * 60_000

const prefixOfRuns = 'culvert-tests-'

/**
 * Makes the folder for what the tests of a run make and remove. It is in memory where there is room: to copy a database there takes half of
 * the CPU that it takes on a disk. It goes when this process ends, and that of a run that was killed six hours later.
 */
export function createRunFolder(): string {
  const memory = findMemoryFolder()
  if (memory !== undefined) removeOldFolders(memory, staleMs, prefixOfRuns)
  const folder = mkdtempSync(join(memory ?? tmpdir(), prefixOfRuns))
  // Workers that a signal ends as well may still write.
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  process.once('exit', remove)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      remove()
      process.kill(process.pid, signal)
    })
  }
  return folder
}

/** Returns a folder whose files are in memory; undefined where there is none with enough room. */
function findMemoryFolder(): string | undefined {
  const place = '/dev/shm'
  try {
    const { bavail, bsize } = statfsSync(place)
    return bavail * bsize >= neededBytes ? place : undefined
  } catch {
    return undefined
  }
}

/** Removes folders in which nothing was made or removed for so long. Those of runs that go on at the same time stay. */
export function removeOldFolders(parent: string, ageMs: number, prefix = ''): void {
  const old = Date.now() - ageMs
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(prefix))) {
    const folder = join(parent, name)
    const { mtimeMs = old } = statSync(folder, { throwIfNoEntry: false }) ?? {}
    if (mtimeMs < old) rmSync(folder, { recursive: true, force: true })
  }
}

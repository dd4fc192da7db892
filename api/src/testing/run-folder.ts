import { mkdtempSync, readdirSync, rmSync, statSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A run has a few databases at a time, each of 28 MB and what tests write: this suffices for dozens. */
const neededBytes = 2 * 2 ** 30

/** A folder in which nothing was created or removed for this long belongs to no run. */
const staleMs = 6 * 60 * 60_000

const prefixOfRuns = 'culvert-tests-'

/**
 * Creates the folder for what the tests of a run create and remove. It is in memory if there is enough space: copying a database there takes half of
 * the CPU time that it takes on a disk. It is removed when this process ends, and after a run was killed, six hours later.
 */
export function createRunFolder(): string {
  const memory = findMemoryFolder()
  if (memory !== undefined) removeOldFolders(memory, staleMs, prefixOfRuns)
  const folder = mkdtempSync(join(memory ?? tmpdir(), prefixOfRuns))
  // Workers that the same signal ends may still write.
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

/** Returns a folder whose files are in memory; undefined if there is none with enough space. */
function findMemoryFolder(): string | undefined {
  const place = '/dev/shm'
  try {
    const { bavail, bsize } = statfsSync(place)
    return bavail * bsize >= neededBytes ? place : undefined
  } catch {
    return undefined
  }
}

/** Removes folders in which nothing was created or removed for that long. Those of concurrent runs stay. */
export function removeOldFolders(parent: string, ageMs: number, prefix = ''): void {
  const old = Date.now() - ageMs
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(prefix))) {
    const folder = join(parent, name)
    const { mtimeMs = old } = statSync(folder, { throwIfNoEntry: false }) ?? {}
    if (mtimeMs < old) rmSync(folder, { recursive: true, force: true })
  }
}

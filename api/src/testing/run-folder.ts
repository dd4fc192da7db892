import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findMemoryFolder } from './memory-folder.ts'

/** A run has a few databases at once, each of 28 MB and what tests write: this is room for dozens. */
const neededBytes = 2 * 2 ** 30

/** A folder in which nothing was made or removed for so long belongs to no run. */
const staleMs = 6 * 60 * 60_000

const prefix = 'culvert-tests-'

/**
 * Makes the folder for what the tests of a run make and remove. It is in memory where there is room: to copy a database there takes half of
 * the CPU that it takes on a disk. It goes when this process ends; what a run that was killed has left in memory goes now.
 */
export function createRunFolder(): string {
  const memory = findMemoryFolder(neededBytes)
  if (memory !== undefined) removeStaleFolders(memory)
  const folder = mkdtempSync(join(memory ?? tmpdir(), prefix))
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

function removeStaleFolders(parent: string): void {
  const old = Date.now() - staleMs
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(prefix))) {
    const folder = join(parent, name)
    const { mtimeMs = old } = statSync(folder, { throwIfNoEntry: false }) ?? {}
    if (mtimeMs < old) rmSync(folder, { recursive: true, force: true })
  }
}

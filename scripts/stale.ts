import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..')

/** A folder that is made from sources, and not committed. */
export interface Artifact {
  /** Relative to the root, like the sources. */
  folder: string
  /** Patterns of the files that determine the content of the folder. */
  sources: string[]
  /** Returns the part of a file that matters, if not all of it. */
  read?: (path: string) => string
}

/**
 * Calls `make` unless the folder was made from these same sources; with `always`, in any case.
 *
 * Staleness is decided by content, not by date: a checkout or a copy changes dates, and making takes seconds.
 */
export async function makeStale(
  { folder, sources, read }: Artifact,
  make: () => void | Promise<void>,
  { always = false } = {},
): Promise<void> {
  const stampFile = join(root, folder, '.sources')
  const stamp = hashSources(sources, read)
  if (!always && readStamp(stampFile) === stamp) return
  await make()
  writeFileSync(stampFile, stamp)
}

function hashSources(sources: string[], read: Artifact['read'] = (path) => readFileSync(path, 'latin1')): string {
  const hash = createHash('sha256')
  // The generated files follow from the other sources, and may themselves be stale.
  for (const file of globSync(sources, { cwd: root, exclude: ['**/generated/**'] }).toSorted()) {
    const path = join(root, file)
    if (statSync(path).isFile()) hash.update(file).update('\0').update(read(path)).update('\0')
  }
  return hash.digest('hex')
}

function readStamp(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

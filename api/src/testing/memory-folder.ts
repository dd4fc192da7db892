import { statfsSync } from 'node:fs'

const place = '/dev/shm'

/** Returns a folder whose files are in memory; undefined where there is none, or none with this much room. */
export function findMemoryFolder(neededBytes: number): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(place)
    return bavail * bsize >= neededBytes ? place : undefined
  } catch {
    return undefined
  }
}

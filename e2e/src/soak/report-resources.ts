/** Preloaded into every program of the soak, and into a measured API: on SIGUSR2 it collects garbage, and reports what it still holds. */
import { readdirSync, readlinkSync } from 'node:fs'
import type { Resources } from './resources.ts'

let count = 0
process.on('SIGUSR2', () => {
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  const active: Record<string, number> = {}
  for (const kind of process.getActiveResourcesInfo()) active[kind] = (active[kind] ?? 0) + 1
  const resources: Resources = {
    memoryBytes: heapUsed + arrayBuffers,
    descriptors: countDescriptors(),
    active,
  }
  process.stderr.write(`resources ${(count += 1)} ${JSON.stringify(resources)}\n`)
})

/** Without the files of the embedded database, which keeps every file open that it ever read. */
function countDescriptors(): number {
  return readdirSync('/proc/self/fd').filter((number) => !findTarget(number).includes('/database/')).length
}

function findTarget(number: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${number}`)
  } catch {
    // The descriptor with which the folder was read is closed by now.
    return ''
  }
}

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Counts the bytes in buffers of this process that are still referenced, after garbage collection. */
export function countHeldBytes(): number {
  return collectGarbage().arrayBuffers
}

/** Counts the same, and the objects of this process. */
export function countHeldMemory(): number {
  const { arrayBuffers, heapUsed } = collectGarbage()
  return arrayBuffers + heapUsed
}

function collectGarbage(): NodeJS.MemoryUsage {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  collect()
  // The first leaves memory to be freed by another thread; the second waits for that.
  collect()
  return process.memoryUsage()
}

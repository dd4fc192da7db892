import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collectGarbage: unknown = runInNewContext('gc')

/** Returns what is in use after a collection, in bytes. */
export function measureHeap(): number {
  if (typeof collectGarbage === 'function') collectGarbage()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Bytes in buffers of this process that somebody still holds, whatever waited to be collected. */
export function countHeldBytes(): number {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  collect()
  // The first leaves memory to be freed by another thread; the second waits for that.
  collect()
  return process.memoryUsage().arrayBuffers
}

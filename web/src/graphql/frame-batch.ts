/** Values waiting for the next frame, the latest for each key. */
export interface FrameBatch<Value> {
  add: (key: string, value: Value) => void
  /** Discards the waiting values. */
  clear: () => void
}

/** No one can read figures that change faster than this, and rendering them starves the rest of the page. */
const minIntervalMs = 100

/**
 * Delivers values in batches, right before a frame and at most ten times a second. A page in the background draws no
 * frames; then only the latest value of each key waits.
 */
export function createFrameBatch<Value>(flushValues: (values: Value[]) => void): FrameBatch<Value> {
  const waiting = new Map<string, Value>()
  let flushedAt = -minIntervalMs
  let cancel: (() => void) | undefined

  const flush = () => {
    cancel = undefined
    flushedAt = performance.now()
    const values = [...waiting.values()]
    waiting.clear()
    flushValues(values)
  }
  const awaitFrame = () => {
    const frame = requestAnimationFrame(flush)
    cancel = () => cancelAnimationFrame(frame)
  }
  return {
    add: (key, value) => {
      waiting.set(key, value)
      if (cancel) return
      const timer = setTimeout(awaitFrame, Math.max(0, flushedAt + minIntervalMs - performance.now()))
      cancel = () => clearTimeout(timer)
    },
    clear: () => {
      waiting.clear()
      cancel?.()
      cancel = undefined
    },
  }
}

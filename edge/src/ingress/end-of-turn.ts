/** Holds back what it sends until it is known what else comes in the same turn of the event loop. */
export interface Flushable {
  /** Sends what it held back. */
  flush(): void
}

const waiting: Flushable[] = []

/** Has everything flushed that says so in this turn, one after the other in a single task. */
export function flushAtEndOfTurn(flushable: Flushable): void {
  if (waiting.push(flushable) === 1) setImmediate(flushAll)
}

function flushAll(): void {
  for (const flushable of waiting.splice(0)) flushable.flush()
}

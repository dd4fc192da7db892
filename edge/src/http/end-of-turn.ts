import { type FaultBearer, enterCallback } from '@culvert/program/guard'

/** Holds back what it sends until the end of this turn of the event loop. */
export interface Flushable extends FaultBearer {
  /** Sends what it held back. */
  flush(): void
}

/** Up to this many bytes of a body wait with the head for the end of the turn; larger chunks are sent without a copy. */
export const joinedBytesMax = 8 * 1024

const waiting: Flushable[] = []

/** Calls `flush` at the end of this turn, in one task for all callers. */
export function flushAtEndOfTurn(flushable: Flushable): void {
  if (waiting.push(flushable) === 1) setImmediate(flushAll)
}

function flushAll(): void {
  for (const flushable of waiting.splice(0)) {
    try {
      enterCallback('visitor.flush', flushable)
      flushable.flush()
    } catch (error) {
      flushable.onFault(error, 'visitor.flush')
    }
  }
}

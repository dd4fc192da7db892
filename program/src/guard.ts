import type { EventEmitter } from 'node:events'

/** What one callback belongs to: when that throws it ends, and nothing else. */
export interface FaultBearer {
  /** Whose it is, for tests that cause faults: a visitor's address, or a session's id. */
  readonly bearerName: string
  /** Ends what bears the fault, and reports it. May be called again; never throws. */
  onFault(error: unknown, place: string): void
}

type Probe = (place: string, bearer: FaultBearer) => void

let probe: Probe | undefined

/** Has a test told of each callback before it runs; what the probe throws is thrown there. Undefined ends that. */
export function probeCallbacks(next: Probe | undefined): void {
  probe = next
}

/** The beginning of a guarded callback that is not made by `guard`. */
export function enterCallback(place: string, bearer: FaultBearer): void {
  probe?.(place, bearer)
}

/**
 * Makes a callback for the event loop to call. What it throws ends its bearer instead of the process. `place` names it in the log.
 */
export function guard<Args extends unknown[]>(
  place: string,
  bearer: FaultBearer,
  callback: (...args: Args) => void,
): (...args: Args) => void {
  return (...args) => {
    try {
      probe?.(place, bearer)
      callback(...args)
    } catch (error) {
      bearer.onFault(error, place)
    }
  }
}

/** Runs one of several callbacks in turn, so that a throw ends its bearer alone. Makes no closure: each turn of a connection ends with it. */
export function runGuarded(place: string, bearer: FaultBearer, callback: () => void): void {
  try {
    probe?.(place, bearer)
    callback()
  } catch (error) {
    bearer.onFault(error, place)
  }
}

/** Registers a guarded callback. */
export function listen(
  emitter: EventEmitter,
  event: string,
  place: string,
  bearer: FaultBearer,
  callback: Parameters<EventEmitter['on']>[1],
): void {
  emitter.on(event, guard(place, bearer, callback))
}

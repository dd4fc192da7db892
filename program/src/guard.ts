import type { EventEmitter } from 'node:events'

/** The owner of a callback: if the callback throws, the bearer ends, and nothing else. */
export interface FaultBearer {
  /** A name for tests that inject faults: a visitor's address, or a session's id. */
  readonly bearerName: string
  /** Ends the bearer, and reports the fault. May be called again; never throws. */
  onFault(error: unknown, place: string): void
}

type Probe = (place: string, bearer: FaultBearer) => void

let probe: Probe | undefined

/** Registers a test's probe, which is called before each callback; what the probe throws is thrown there. Undefined removes it. */
export function probeCallbacks(next: Probe | undefined): void {
  probe = next
}

/** Called at the start of a guarded callback that is not made by `guard`. */
export function enterCallback(place: string, bearer: FaultBearer): void {
  probe?.(place, bearer)
}

/**
 * Wraps a callback for the event loop. An error that it throws ends its bearer instead of the process. `place` names it in the log.
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

/** Calls one of several callbacks such that an error ends only its bearer. Creates no closure: each turn of a connection ends with it. */
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

import { type FaultBearer, runGuarded } from '@culvert/program/guard'
import type { AgentSession } from './agent-session.ts'

/** A request that can wait for its agent. */
export interface Waiting extends FaultBearer {
  /** Called with the session that serves the request. */
  proceed(session: AgentSession): void
  /** Called when no session came in time, or none will come. */
  giveUp(): void
  /** Called when another agent of the pool is available. Returns whether the request no longer waits. */
  moveOn(): boolean
}

/** Requests that wait for an agent's return, oldest first: a bounded queue with a single timer. */
export class ParkingLot {
  readonly #parkMs: number
  readonly #sizeMax: number
  /** Each request with the time at which it gives up, in milliseconds of the monotonic clock. */
  readonly #deadlines = new Map<Waiting, number>()
  #timer: NodeJS.Timeout | undefined

  constructor(parkMs: number, sizeMax: number) {
    this.#parkMs = parkMs
    this.#sizeMax = sizeMax
  }

  get size(): number {
    return this.#deadlines.size
  }

  /** Parks a request. Returns false when the queue is full. */
  park(waiting: Waiting): boolean {
    if (this.#deadlines.size >= this.#sizeMax) return false
    this.#deadlines.set(waiting, performance.now() + this.#parkMs)
    this.#schedule()
    return true
  }

  /** Removes a request whose visitor left. */
  remove(waiting: Waiting): void {
    this.#deadlines.delete(waiting)
  }

  /** Hands all parked requests to the session. */
  release(session: AgentSession): void {
    for (const waiting of this.#takeAll()) runGuarded('parked.proceed', waiting, () => waiting.proceed(session))
  }

  /** Sends parked requests to other agents, if they can go there. */
  moveOn(): void {
    for (const waiting of this.#deadlines.keys()) {
      runGuarded('parked.move-on', waiting, () => {
        if (waiting.moveOn()) this.#deadlines.delete(waiting)
      })
    }
  }

  /** Refuses all parked requests. */
  dismiss(): void {
    for (const waiting of this.#takeAll()) giveUp(waiting)
  }

  #takeAll(): Waiting[] {
    const all = [...this.#deadlines.keys()]
    this.#deadlines.clear()
    clearTimeout(this.#timer)
    this.#timer = undefined
    return all
  }

  /** All wait for the same time, so the first in the map is the first to give up. */
  #schedule(): void {
    const [next] = this.#deadlines.values()
    if (next === undefined || this.#timer !== undefined) return
    this.#timer = setTimeout(() => this.#expire(), Math.max(0, next - performance.now()))
  }

  #expire(): void {
    this.#timer = undefined
    const now = performance.now()
    for (const [waiting, deadline] of this.#deadlines) {
      // A timer may fire slightly early.
      if (deadline > now + 1) break
      this.#deadlines.delete(waiting)
      giveUp(waiting)
    }
    this.#schedule()
  }
}

function giveUp(waiting: Waiting): void {
  runGuarded('parked.give-up', waiting, () => waiting.giveUp())
}

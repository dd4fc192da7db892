import type { PubSubEngine } from 'graphql-subscriptions'
import type { Turn } from './pacer.ts'

/** How many different events may wait for one subscriber. Beyond that the oldest is dropped: a lost event costs freshness, never data. */
const waitingMax = 10_000

/**
 * The events of one channel for one subscriber. An event names what changed and not how, so one that says the same as an event that
 * still waits adds nothing: a burst of changes of one object, however long, is at most one event under way and one that waits.
 */
export class Mailbox<T> implements AsyncIterableIterator<T> {
  readonly #waiting = new Map<string, T>()
  readonly #engine: PubSubEngine
  readonly #channel: string
  readonly #turn: Turn
  #subscription: Promise<number> | undefined
  #wake: (() => void) | undefined
  #hasEnded = false

  /** An event is handed out in a turn of the event loop: until then, others may make it superfluous. */
  constructor(engine: PubSubEngine, channel: string, turn: Turn) {
    this.#engine = engine
    this.#channel = channel
    this.#turn = turn
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  /** Subscribes at the first call. Called again only once the previous event has been handled. */
  async next(): Promise<IteratorResult<T>> {
    this.#subscription ??= this.#engine.subscribe(this.#channel, (event: T) => this.#put(event), {})
    await this.#subscription
    while (!this.#hasEnded) {
      if (this.#waiting.size > 0) await this.#turn()
      for (const [key, value] of this.#waiting) {
        this.#waiting.delete(key)
        return { done: false, value }
      }
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
    return { done: true, value: undefined }
  }

  async return(): Promise<IteratorResult<T>> {
    if (!this.#hasEnded) {
      this.#hasEnded = true
      this.#waiting.clear()
      this.#wake?.()
      if (this.#subscription) this.#engine.unsubscribe(await this.#subscription)
    }
    return { done: true, value: undefined }
  }

  #put(event: T): void {
    if (this.#hasEnded) return
    this.#waiting.set(JSON.stringify(event), event)
    for (const [oldest] of this.#waiting) {
      if (this.#waiting.size <= waitingMax) break
      this.#waiting.delete(oldest)
    }
    this.#wake?.()
  }
}

import { setTimeout as delay } from 'node:timers/promises'
import { exitCodes, Failure } from '../failure.ts'
import type { AgentEvent, Output } from '../output/events.ts'
import type { TunnelEventOf } from '../tunnel/events.ts'

/** How long a tunnel may take to become ready, in milliseconds: an assistant waits for the answer. */
const readyTimeoutMs = 30_000

type Ready = TunnelEventOf<'ready'>

/** Reports to the caller that starts a tunnel how that went. Nothing is printed, because stdout belongs to the protocol. */
export class ToolTunnels implements Output {
  readonly #starting = new Map<string, PromiseWithResolvers<Ready>>()
  readonly #onStopping: () => void

  /** `onStopping` is called when the command is about to end. */
  constructor(onStopping: () => void) {
    this.#onStopping = onStopping
  }

  /** Resolves once the tunnel that `open` opens is ready. Throws Failure. */
  async untilReady(name: string, open: () => void): Promise<Ready> {
    const starting = Promise.withResolvers<Ready>()
    const timeout = new AbortController()
    this.#starting.set(name, starting)
    const late = delay(readyTimeoutMs, undefined, { signal: timeout.signal }).then(() => {
      throw new Failure(exitCodes.serverUnreachable, 'The tunnel could not be opened in time.', {
        why: `It was not ready after ${readyTimeoutMs / 1000} s: the edge does not answer.`,
      })
    })
    // Cancelled below, after the race has been decided.
    late.catch(() => {})
    try {
      open()
      return await Promise.race([starting.promise, late])
    } finally {
      timeout.abort()
      this.#starting.delete(name)
    }
  }

  show(event: AgentEvent, tunnel = ''): void {
    if (event.event === 'stopping') this.#onStopping()
    const starting = this.#starting.get(tunnel)
    if (event.event === 'ready') starting?.resolve(event)
    if (event.event === 'tunnel-failed') {
      const { exitCode, message, why, wayOut } = event
      starting?.reject(new Failure(exitCode, message, { why, remedy: wayOut }))
    }
  }

  close(): Promise<void> {
    return Promise.resolve()
  }
}

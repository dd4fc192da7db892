import type { ControlClient } from '@culvert/control-client'
import type { Logger } from 'pino'
import { BoundedMap } from '../bounded-map.ts'
import { ReservedHostnamesDocument } from './control.generated.ts'
import { freshMs } from './mirror.ts'
import { Questions } from './questions.ts'

/** Whether a hostname without a tunnel is a gateway's, is free, or cannot be looked up now. */
export type HostnameState = 'reserved' | 'free' | 'unknown'

interface Known {
  isReserved: boolean
  /** Until when it needs no new look; milliseconds of the monotonic clock. */
  freshUntilMs: number
}

const freeFreshMs = 10_000
const knownMax = 10_000

/** Finds out whether hostnames without a tunnel belong to a gateway. Answers are remembered. */
export class Hostnames {
  /** Kept apart, so that made-up hostnames do not displace those that exist. */
  readonly #reserved = new BoundedMap<string, Known>(knownMax)
  readonly #free = new BoundedMap<string, Known>(knownMax)
  readonly #questions: Questions<boolean>

  constructor(client: ControlClient, log: Logger) {
    this.#questions = new Questions({
      ask: async (hostnames, signal) => {
        const { reservedHostnames } = await client.request(ReservedHostnamesDocument, { hostnames }, { signal })
        const reserved = new Set(reservedHostnames)
        for (const hostname of hostnames) this.#note(hostname, reserved.has(hostname))
        return (hostname) => reserved.has(hostname)
      },
      failureMessage: 'the API does not say whose hostnames are',
      log,
    })
  }

  /** Returns what is known of a hostname, or can be found out within 2 s. */
  async find(hostname: string): Promise<HostnameState> {
    const known = this.#reserved.get(hostname) ?? this.#free.get(hostname)
    if (known !== undefined && performance.now() < known.freshUntilMs) return known.isReserved ? 'reserved' : 'free'
    if (!hostname.includes('.')) return 'free'
    // A stale answer is better than none.
    const isReserved = (await this.#questions.find(hostname)) ?? (known?.isReserved === true ? true : undefined)
    return isReserved === undefined ? 'unknown' : isReserved ? 'reserved' : 'free'
  }

  /** Notes that a hostname is a gateway's: its agent was here. */
  noteReserved(hostname: string): void {
    this.#note(hostname, true)
  }

  /** Notes that a hostname is free. */
  noteFree(hostname: string): void {
    this.#note(hostname, false)
  }

  #note(hostname: string, isReserved: boolean): void {
    const freshUntilMs = performance.now() + (isReserved ? freshMs : freeFreshMs)
    const [into, outOf] = isReserved ? [this.#reserved, this.#free] : [this.#free, this.#reserved]
    outOf.delete(hostname)
    into.set(hostname, { isReserved, freshUntilMs })
  }
}

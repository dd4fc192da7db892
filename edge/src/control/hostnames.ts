import type { ControlClient } from '@culvert/control-client'
import type { Logger } from 'pino'
import { BoundedMap } from '../bounded-map.ts'
import { ReservedHostnamesDocument } from './control.generated.ts'
import { maxAgeMs } from './api-mirror.ts'
import { HostnameLookUps } from './hostname-look-ups.ts'

/** The state of a hostname without a tunnel, as the API knows it: it is a gateway's, or a suspended account's, or free. */
type KnownState = 'reserved' | 'suspended' | 'free'

/** The same, or that it cannot be looked up now. */
export type HostnameState = KnownState | 'unknown'

interface Known {
  state: KnownState
  /** Until when it need not be looked up again; milliseconds of the monotonic clock. */
  freshUntilMs: number
}

const freeTtlMs = 10_000
const knownMax = 10_000

/** Finds out whether hostnames without a tunnel belong to a gateway, and whether its account is suspended. Answers are remembered. */
export class Hostnames {
  /** Kept apart, so that made-up hostnames do not displace those that exist. */
  readonly #reserved = new BoundedMap<string, Known>(knownMax)
  readonly #free = new BoundedMap<string, Known>(knownMax)
  readonly #lookUps: HostnameLookUps<KnownState>

  constructor(client: ControlClient, log: Logger) {
    this.#lookUps = new HostnameLookUps({
      ask: async (hostnames, signal) => {
        const found = await client.request(ReservedHostnamesDocument, { hostnames }, { signal })
        const reserved = new Set(found.reservedHostnames)
        const suspended = new Set(found.suspendedHostnames)
        const findState = (hostname: string) =>
          suspended.has(hostname) ? 'suspended' : reserved.has(hostname) ? 'reserved' : 'free'
        for (const hostname of hostnames) this.#note(hostname, findState(hostname))
        return findState
      },
      failureMessage: 'the API does not say who owns hostnames',
      log,
    })
  }

  /** Returns what is known about a hostname, or can be found out within 2 s. */
  async find(hostname: string): Promise<HostnameState> {
    const known = this.#reserved.get(hostname) ?? this.#free.get(hostname)
    if (known !== undefined && performance.now() < known.freshUntilMs) return known.state
    if (!hostname.includes('.')) return 'free'
    // A stale answer is better than none.
    const stale = known === undefined || known.state === 'free' ? 'unknown' : known.state
    return (await this.#lookUps.find(hostname)) ?? stale
  }

  /** Notes that a hostname is a gateway's: its agent was here. */
  noteReserved(hostname: string): void {
    this.#note(hostname, 'reserved')
  }

  /** Notes that a hostname is free. */
  noteFree(hostname: string): void {
    this.#note(hostname, 'free')
  }

  /** Notes that the account of a hostname's tunnel was suspended; random hostnames included, which the API does not know afterwards. */
  noteSuspended(hostname: string): void {
    this.#note(hostname, 'suspended')
  }

  #note(hostname: string, state: KnownState): void {
    const isFree = state === 'free'
    const freshUntilMs = performance.now() + (isFree ? freeTtlMs : maxAgeMs)
    const [into, outOf] = isFree ? [this.#free, this.#reserved] : [this.#reserved, this.#free]
    outOf.delete(hostname)
    into.set(hostname, { state, freshUntilMs })
  }
}

import { networkOf } from '@culvert/program'
import type { ConnectionCaps } from './options.ts'
import type { Peer } from './origin.ts'

/** The cap that a connection exceeds. */
export type Excess = 'connections' | 'incomplete'

/** How many excess connections of one client are answered at the same time; others are closed without an answer. */
const answeredMax = 16

/** The connections of one client. */
interface Load {
  connections: number
  incomplete: number
  /** Excess connections that are being answered. */
  answered: number
}

/** Counts connections by client. A trusted proxy carries many clients and is not counted. */
export class ConnectionCounts {
  readonly #caps: ConnectionCaps
  readonly #loads = new Map<string, Load>()

  constructor(caps: ConnectionCaps) {
    this.#caps = caps
  }

  /** Counts a connection until its share leaves. It starts as incomplete, because nothing has arrived on it yet. */
  enter({ address, proxies }: Peer): ConnectionShare {
    if (proxies !== undefined) return new ConnectionShare(newLoad(), this.#caps, () => {})
    const network = networkOf(address)
    const load = this.#loads.get(network) ?? newLoad()
    this.#loads.set(network, load)
    return new ConnectionShare(load, this.#caps, () => {
      // Another may have taken its place: a refused connection counts nowhere, and may close after all others.
      const isCurrent = this.#loads.get(network) === load
      if (isCurrent && load.connections === 0 && load.answered === 0) this.#loads.delete(network)
    })
  }
}

/** One connection's part in its client's counts. */
export class ConnectionShare {
  /** The cap that this connection exceeds, so that it is not counted; undefined if it is within all caps. */
  readonly excess: Excess | undefined
  /** Whether the client gets an answer about the excess. */
  readonly isAnswered: boolean
  readonly #load: Load
  readonly #caps: ConnectionCaps
  readonly #onLeft: () => void
  #isIncomplete: boolean
  #hasLeft = false

  constructor(load: Load, caps: ConnectionCaps, onLeft: () => void) {
    this.#load = load
    this.#caps = caps
    this.#onLeft = onLeft
    this.excess = findExcess(load, caps)
    this.#isIncomplete = this.excess === undefined
    this.isAnswered = this.excess !== undefined && load.answered < answeredMax
    if (this.isAnswered) load.answered += 1
    if (this.excess !== undefined) return
    load.connections += 1
    load.incomplete += 1
  }

  /** Notes whether a request is incomplete. Returns false if that exceeds the cap; it is then not counted. */
  setIncomplete(isIncomplete: boolean): boolean {
    if (this.#hasLeft || isIncomplete === this.#isIncomplete) return true
    if (isIncomplete && this.#load.incomplete >= this.#caps.incompleteMax) return false
    this.#isIncomplete = isIncomplete
    this.#load.incomplete += isIncomplete ? 1 : -1
    return true
  }

  /** Called when the connection is closed. */
  leave(): void {
    if (this.#hasLeft) return
    this.setIncomplete(false)
    this.#hasLeft = true
    if (this.excess === undefined) this.#load.connections -= 1
    if (this.isAnswered) this.#load.answered -= 1
    this.#onLeft()
  }
}

function newLoad(): Load {
  return { connections: 0, incomplete: 0, answered: 0 }
}

function findExcess({ connections, incomplete }: Load, caps: ConnectionCaps): Excess | undefined {
  if (connections >= caps.connectionsMax) return 'connections'
  return incomplete >= caps.incompleteMax ? 'incomplete' : undefined
}

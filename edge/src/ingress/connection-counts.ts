import { visitorNetwork } from '../addresses/visitor-network.ts'
import type { Peer } from './visitor.ts'

/** How many connections one visitor may have at the same time; `visitorNetwork` says who is one. */
export interface ConnectionCaps {
  /** Open ones, whatever they are for. */
  connectionsMax: number
  /** Those of them on which a request has not come whole: its head, or its body, or anything of the first one. */
  incompleteMax: number
}

/** The cap over which a connection is. */
export type Excess = 'connections' | 'incomplete'

/** Connections of one visitor over a cap that are told so at the same time; others are closed without a word. */
const toldMax = 16

/** What one visitor has. */
interface Load {
  connections: number
  incomplete: number
  /** Those that were over a cap and are being told. */
  told: number
}

/** Counts connections by visitor. A trusted proxy brings many visitors, and is not counted. */
export class ConnectionCounts {
  readonly #caps: ConnectionCaps
  readonly #loads = new Map<string, Load>()

  constructor(caps: ConnectionCaps) {
    this.#caps = caps
  }

  /** Counts a connection until its share leaves. Nothing has come on it yet, so it is incomplete. */
  enter({ address, proxies }: Peer): ConnectionShare {
    if (proxies !== undefined) return new ConnectionShare(newLoad(), this.#caps, () => {})
    const network = visitorNetwork(address)
    const load = this.#loads.get(network) ?? newLoad()
    this.#loads.set(network, load)
    return new ConnectionShare(load, this.#caps, () => {
      if (load.connections === 0 && load.told === 0) this.#loads.delete(network)
    })
  }
}

/** What one connection adds to the load of its visitor. */
export class ConnectionShare {
  /** The cap over which this connection came; then it is not counted. */
  readonly excess: Excess | undefined
  /** Whether the visitor can be told of the excess. */
  readonly isTold: boolean
  readonly #load: Load
  readonly #caps: ConnectionCaps
  readonly #onLeft: () => void
  #isIncomplete: boolean

  constructor(load: Load, caps: ConnectionCaps, onLeft: () => void) {
    this.#load = load
    this.#caps = caps
    this.#onLeft = onLeft
    this.excess = findExcess(load, caps)
    this.#isIncomplete = this.excess === undefined
    this.isTold = this.excess !== undefined && load.told < toldMax
    if (this.isTold) load.told += 1
    if (this.excess !== undefined) return
    load.connections += 1
    load.incomplete += 1
  }

  /** Says whether a request has not come whole. False: that is one too many, and is not counted. */
  setIncomplete(isIncomplete: boolean): boolean {
    if (isIncomplete === this.#isIncomplete) return true
    if (isIncomplete && this.#load.incomplete >= this.#caps.incompleteMax) return false
    this.#isIncomplete = isIncomplete
    this.#load.incomplete += isIncomplete ? 1 : -1
    return true
  }

  /** The connection is closed; called once. */
  leave(): void {
    this.setIncomplete(false)
    if (this.excess === undefined) this.#load.connections -= 1
    if (this.isTold) this.#load.told -= 1
    this.#onLeft()
  }
}

function newLoad(): Load {
  return { connections: 0, incomplete: 0, told: 0 }
}

function findExcess({ connections, incomplete }: Load, caps: ConnectionCaps): Excess | undefined {
  if (connections >= caps.connectionsMax) return 'connections'
  return incomplete >= caps.incompleteMax ? 'incomplete' : undefined
}

import type { Socket } from 'node:net'
import { networkOf } from '@culvert/program'
import { TokenBucket } from '../token-bucket.ts'
import { BoundedMap } from '../bounded-map.ts'
import type { Peer } from '../http/origin.ts'
import type { AddressedConnection, ConnectionHandoff } from '../http/connection-handoff.ts'
import type { FromProcess, PackedConnection } from './messages.ts'
import { sendHandle, takeHandle } from './native-handle.ts'

/** How many connections of one network, and of all, are passed on per second. Agents ask once per session; the rest are served where they arrive. */
const networkRate = { perMinute: 30_000, burst: 2_000 }
const totalRate = { perMinute: 120_000, burst: 4_000 }
const networksMax = 10_000
/** How many connections may be in transit at once, from one process and to one: a process that hangs takes none. */
export const inTransitMax = 64

/** Passes connections to the other processes of an edge, through the primary. */
export class ProcessHandoff implements ConnectionHandoff {
  readonly #number: number
  #running: ReadonlySet<number> = new Set()
  #inTransit = 0
  readonly #total = new TokenBucket(totalRate.perMinute, totalRate.burst, performance.now())
  readonly #byNetwork = new BoundedMap<string, TokenBucket>(networksMax)

  /** `number` is that of this process. */
  constructor(number: number) {
    this.#number = number
  }

  /** Sets the numbers of the running processes. */
  setRunning(numbers: readonly number[]): void {
    this.#running = new Set(numbers)
  }

  pass(socket: Socket, connection: AddressedConnection, peer: Peer): boolean {
    const { process: number } = connection
    if (number === this.#number || !this.#running.has(number) || this.#inTransit >= inTransitMax) return false
    if (!this.#mayPass(peer)) return false
    const handle = takeHandle(socket)
    if (handle === undefined) return false
    this.#inTransit += 1
    const message: FromProcess = { type: 'pass', connection: packConnection(connection, peer) }
    sendHandle(process, message, handle, () => {
      this.#inTransit -= 1
      // The other process has the connection: this closes a handle, and sends nothing to the client.
      socket.destroy()
    })
    return true
  }

  /** A trusted proxy carries many clients, and is not counted. */
  #mayPass({ address, proxies }: Peer): boolean {
    const nowMs = performance.now()
    if (proxies === undefined) {
      const network = networkOf(address)
      const bucket = this.#byNetwork.get(network) ?? new TokenBucket(networkRate.perMinute, networkRate.burst, nowMs)
      this.#byNetwork.set(network, bucket)
      if (!bucket.take(nowMs)) return false
    }
    return this.#total.take(nowMs)
  }
}

function packConnection({ received, ...connection }: AddressedConnection, { address }: Peer): PackedConnection {
  return { ...connection, address, received: received.toString('base64') }
}

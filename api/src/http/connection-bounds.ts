import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { networkOf } from '@culvert/program'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { ConnectionLimits } from '../ground/config.ts'
import { findClientAddress } from './client-address.ts'

/** How many connections over a bound may wait for an answer that says so; others are closed without one. */
const refusedMax = 16

/** How long such a connection may take to send its request. */
const refusedRequestMs = 5_000

/** The fields of an answer that refuses a connection. After the time in the first, there may be room. */
export const refusalFields = { 'Retry-After': '5', Connection: 'close' } as const

const refusals = {
  total: 'This server has as many connections open as it allows. Try again in a few seconds.',
  perAddress:
    'Your address has as many connections open as one client is allowed. Close some, or try again in a few seconds.',
} as const satisfies Record<keyof ConnectionLimits, string>

/**
 * Bounds the connections of all servers of this process. Behind proxies a connection belongs to no single client: there, WebSockets are
 * counted by the address that the proxies give, and the proxies bound the rest.
 */
export class ConnectionBounds {
  readonly #limits: ConnectionLimits
  readonly #trustedProxies: number
  readonly #log: Logger
  readonly #openByNetwork = new Map<string, number>()
  readonly #refused = new Map<Duplex, keyof ConnectionLimits>()
  #open = 0

  constructor(limits: ConnectionLimits, trustedProxies: number, log: Logger) {
    this.#limits = limits
    this.#trustedProxies = trustedProxies
    this.#log = log
  }

  /** Counts the connections that a server takes from now on. */
  watch(server: Server): void {
    server.on('connection', (socket: Socket) => {
      const network = this.#trustedProxies === 0 ? networkOf(socket.remoteAddress ?? 'unknown') : undefined
      if (this.#open >= this.#limits.total) return this.#refuse(socket, 'total')
      if (network !== undefined && !this.#enter(socket, network)) return this.#refuse(socket, 'perAddress', network)
      this.#open += 1
      socket.once('close', () => (this.#open -= 1))
    })
  }

  /** Returns what to tell a client whose connection is over a bound; undefined when it is not. */
  findRefusal({ socket }: IncomingMessage): string | undefined {
    const excess = this.#refused.get(socket)
    return excess && refusals[excess]
  }

  /** Does the same for a connection that is to become a WebSocket, and counts it if it was not counted before. */
  findRefusalOfUpgrade(request: IncomingMessage): string | undefined {
    if (this.#trustedProxies === 0 || this.#refused.has(request.socket)) return this.findRefusal(request)
    const network = networkOf(findClientAddress(request, this.#trustedProxies))
    if (this.#enter(request.socket, network)) return undefined
    this.#note('perAddress', network)
    return refusals.perAddress
  }

  #enter(socket: Socket, network: string): boolean {
    const open = this.#openByNetwork.get(network) ?? 0
    if (open >= this.#limits.perAddress) return false
    this.#openByNetwork.set(network, open + 1)
    socket.once('close', () => {
      const left = (this.#openByNetwork.get(network) ?? 1) - 1
      if (left > 0) this.#openByNetwork.set(network, left)
      else this.#openByNetwork.delete(network)
    })
    return true
  }

  #refuse(socket: Socket, excess: keyof ConnectionLimits, network?: string): void {
    this.#note(excess, network)
    if (this.#refused.size >= refusedMax) {
      socket.destroy()
      return
    }
    this.#refused.set(socket, excess)
    const timer = setTimeout(() => socket.destroy(), refusedRequestMs).unref()
    socket.once('close', () => {
      clearTimeout(timer)
      this.#refused.delete(socket)
    })
  }

  #note(bound: keyof ConnectionLimits, network?: string): void {
    this.#log.warn({ bound, limit: this.#limits[bound], network }, 'a connection was refused')
  }
}

/** Returns limits by which connections take at most half of the files that this process may open: the rest is for the database and others. */
export function withinOpenFiles({ total, perAddress }: ConnectionLimits): ConnectionLimits {
  return { total: Math.min(total, Math.floor(countOpenFilesMax() / 2)), perAddress }
}

/** Returns Infinity when the system sets no limit, or none that Node reports. */
function countOpenFilesMax(): number {
  // Otherwise the names of peers would be looked up, one after the other.
  Object.assign(process.report, { excludeNetwork: true })
  const report: unknown = process.report.getReport()
  const { data } = openFiles.safeParse(report)
  return typeof data?.userLimits.open_files.soft === 'number'
    ? data.userLimits.open_files.soft
    : Number.POSITIVE_INFINITY
}

const openFiles = z.object({
  userLimits: z.object({ open_files: z.object({ soft: z.union([z.number(), z.string()]) }) }),
})

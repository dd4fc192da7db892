import type { Socket } from 'node:net'
import { type FaultBearer, guard } from '@culvert/program/guard'
import { type AddressRanges, plainAddress } from '../addresses.ts'
import { parseProxyHeader } from '../proxy-header.ts'
import { readAhead } from './read-ahead.ts'

/** Called with the socket once its header has been read, and with the address of the proxy's client. */
export type OnForwarded = (socket: Socket, address: string) => void

/** Reads the PROXY protocol's header from connections, and closes those that do not begin with one. */
export class ProxyReader {
  readonly #trustedProxies: AddressRanges | undefined
  readonly #headMs: number
  readonly #reading = new Set<Socket>()

  /** `trustedProxies` may connect; undefined if any may. `headMs` is how long a header may take. */
  constructor(trustedProxies: AddressRanges | undefined, headMs: number) {
    this.#trustedProxies = trustedProxies
    this.#headMs = headMs
  }

  read(socket: Socket, onForwarded: OnForwarded, bearer: FaultBearer): void {
    const ownAddress = socket.remoteAddress ?? ''
    if (this.#trustedProxies?.has(plainAddress(ownAddress)) === false) {
      socket.on('error', () => {})
      socket.destroy()
      return
    }
    this.#reading.add(socket)
    const forget = guard('proxy-header.forget', bearer, () => {
      this.#reading.delete(socket)
      socket.off('close', forget)
    })
    socket.on('close', forget)
    readAhead(socket, {
      place: 'proxy-header',
      withinMs: this.#headMs,
      bearer,
      parse: parseProxyHeader,
      onFound: (header, received) => {
        forget()
        if (header === 'malformed') {
          socket.destroy()
          return
        }
        const rest = received.subarray(header.length)
        if (rest.length > 0) socket.unshift(rest)
        onForwarded(socket, header.address ?? ownAddress)
      },
    })
  }

  /** Closes the connections whose header has not come. */
  close(): void {
    for (const socket of this.#reading) socket.destroy()
  }
}

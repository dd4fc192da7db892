import type { Socket } from 'node:net'
import { guard } from '@culvert/program/guard'
import type { FaultBearer } from '@culvert/program/guard'
import type { AddressRanges } from '../addresses.ts'
import { plainAddress } from '../addresses.ts'
import { parseProxyHeader } from './proxy-header.ts'

/** Called with the socket once its header has been read, and with the address of the proxy's client. */
export type OnForwarded = (socket: Socket, address: string) => void

/** Takes the PROXY protocol's header from connections, and closes those that do not begin with one. */
export class ProxyReader {
  readonly #trustedProxies: AddressRanges | undefined
  readonly #headMs: number
  readonly #reading = new Set<Socket>()

  /** `trustedProxies` may connect; undefined when any may. `headMs` is how long a header may take. */
  constructor(trustedProxies: AddressRanges | undefined, headMs: number) {
    this.#trustedProxies = trustedProxies
    this.#headMs = headMs
  }

  read(socket: Socket, onForwarded: OnForwarded, bearer: FaultBearer): void {
    const ownAddress = socket.remoteAddress ?? ''
    socket.on('error', () => {})
    if (this.#trustedProxies?.has(plainAddress(ownAddress)) === false) {
      socket.destroy()
      return
    }
    this.#reading.add(socket)
    const end = () => socket.destroy()
    const deadline = setTimeout(guard('proxy-header.timeout', bearer, end), this.#headMs).unref()
    const forget = guard('proxy-header.close', bearer, () => {
      clearTimeout(deadline)
      this.#reading.delete(socket)
      socket.off('readable', onReadable).off('end', onEnd).off('close', forget)
    })
    const onEnd = guard('proxy-header.end', bearer, end)
    let received = Buffer.alloc(0)
    const onReadable = guard('proxy-header.data', bearer, () => {
      const chunk: Buffer | null = socket.read()
      if (chunk === null) return
      received = Buffer.concat([received, chunk])
      const header = parseProxyHeader(received)
      if (header === 'incomplete') return
      if (header === 'malformed') {
        socket.destroy()
        return
      }
      forget()
      const rest = received.subarray(header.length)
      if (rest.length > 0) socket.unshift(rest)
      onForwarded(socket, header.address ?? ownAddress)
    })
    socket.on('readable', onReadable).on('end', onEnd).on('close', forget)
  }

  /** Closes the connections whose header has not come. */
  close(): void {
    for (const socket of this.#reading) socket.destroy()
  }
}

import { createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { callbackify } from 'node:util'
import type { AddressRanges } from '../addresses/address-ranges.ts'
import type { ErrorPages } from '../pages/error-pages.ts'
import { listenOn } from './listen.ts'
import { NetConnection } from './net-connection.ts'
import type { ConnectionHost } from './net-connection.ts'
import { makePeer } from './origin.ts'
import { ProxyReader } from './proxy-reader.ts'
import type { OnForwarded } from './proxy-reader.ts'
import { tlsOptions } from './tls-options.ts'
import type { Ingress, IngressLimits, IngressOptions, OnVisitor, Scheme, SecureOptions } from './visitor.ts'

/** Takes visitors with a strict HTTP/1.1 parser of our own on plain sockets, and on those of TLS. */
export async function startNetIngress(options: IngressOptions, onVisitor: OnVisitor): Promise<Ingress> {
  const ingress = new NetIngress(options, onVisitor)
  await ingress.listen(options)
  return ingress
}

const sweepMsMax = 1_000

const socketOptions = {
  // A visitor who closes his side ends the connection too, but by our own rules.
  allowHalfOpen: true,
  noDelay: true,
  // A visitor who vanished from the network must not hold an event stream for ever.
  keepAlive: true,
  keepAliveInitialDelay: 60_000,
}

class NetIngress implements Ingress, ConnectionHost {
  readonly limits: IngressLimits
  readonly keepingLines: string
  readonly errorPages: ErrorPages
  readonly onVisitor: OnVisitor
  isClosing = false
  readonly #trustedProxies: AddressRanges | undefined
  readonly #proxyReader: ProxyReader | undefined
  readonly #connections = new Set<NetConnection>()
  #servers: Server[] = []
  #secureServers: Server[] = []
  #sweep: NodeJS.Timeout | undefined

  constructor({ limits, errorPages, trustedProxies, readsProxyHeaders }: IngressOptions, onVisitor: OnVisitor) {
    this.limits = limits
    this.keepingLines = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(limits.keepAliveMs / 1_000)}\r\n`
    this.errorPages = errorPages
    this.onVisitor = onVisitor
    this.#trustedProxies = trustedProxies
    if (readsProxyHeaders) this.#proxyReader = new ProxyReader(trustedProxies, limits.requestHeadMs)
  }

  get port(): number {
    return portOf(this.#servers) ?? 0
  }

  get securePort(): number | undefined {
    return portOf(this.#secureServers)
  }

  async listen({ host, port, scheme, secure }: IngressOptions): Promise<void> {
    this.#servers = await listenOn(host, port, 'EDGE_HTTP_PORT', () =>
      this.#createServer((socket, address) => this.#take(socket, address, scheme)),
    )
    if (secure !== undefined) await this.#listenSecurely(host, secure)
    // One look at everything now and then, instead of timers for every connection and request.
    const { requestHeadMs, keepAliveMs, bodyIdleMs, readerIdleMs } = this.limits
    const shortestMs = Math.min(requestHeadMs, keepAliveMs, bodyIdleMs, readerIdleMs)
    this.#sweep = setInterval(() => this.#checkTimes(), Math.min(sweepMsMax, Math.ceil(shortestMs / 4))).unref()
  }

  async close(graceMs: number): Promise<void> {
    this.isClosing = true
    const servers = [...this.#servers, ...this.#secureServers]
    const closed = Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
    this.#proxyReader?.close()
    for (const connection of this.#connections) connection.drain()
    const cut = setTimeout(() => this.#connections.forEach((connection) => connection.cut()), graceMs)
    await closed
    clearTimeout(cut)
    clearInterval(this.#sweep)
  }

  forget(connection: NetConnection): void {
    this.#connections.delete(connection)
  }

  async #listenSecurely(host: string, { port, certificates }: SecureOptions): Promise<void> {
    const options = {
      ...socketOptions,
      ...tlsOptions,
      handshakeTimeout: this.limits.requestHeadMs,
      SNICallback: callbackify(certificates.select),
    }
    const createSecureServer = () => {
      const addresses = new Map<string, string>()
      const server = createTlsServer(options, (socket) =>
        this.#take(socket, addresses.get(remoteEnd(socket)) ?? socket.remoteAddress ?? '', 'https'),
      )
      // Port scanners and visitors who do not trust the certificate leave in the middle of the handshake.
      server.on('tlsClientError', (_, socket) => socket.destroy())
      if (this.#proxyReader === undefined) return server
      // The header stands in front of the handshake.
      return this.#createServer((socket, address) => {
        const end = remoteEnd(socket)
        addresses.set(end, address)
        socket.once('close', () => addresses.delete(end))
        server.emit('connection', socket)
      })
    }
    try {
      this.#secureServers = await listenOn(host, port, 'EDGE_HTTPS_PORT', createSecureServer)
    } catch (error) {
      for (const server of this.#servers) server.close()
      throw error
    }
  }

  #createServer(onForwarded: OnForwarded): Server {
    const reader = this.#proxyReader
    return createServer(socketOptions, (socket) => {
      if (reader === undefined) onForwarded(socket, socket.remoteAddress ?? '')
      else reader.read(socket, onForwarded)
    })
  }

  #take(socket: Socket, address: string, scheme: Scheme): void {
    const peer = makePeer(address, scheme, this.#trustedProxies)
    this.#connections.add(new NetConnection(socket, peer, this))
  }

  #checkTimes(): void {
    const nowMs = performance.now()
    for (const connection of this.#connections) connection.checkTime(nowMs)
  }
}

/** What no other connection of a server has at the same time; a socket and its TLS have it in common. */
function remoteEnd({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}

function portOf([server]: readonly Server[]): number | undefined {
  return (server?.address() as AddressInfo | null | undefined)?.port
}

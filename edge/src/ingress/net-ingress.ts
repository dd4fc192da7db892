import { createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { callbackify } from 'node:util'
import type { AddressRanges } from '../addresses/address-ranges.ts'
import type { ErrorPages } from '../pages/error-pages.ts'
import { listenOn } from './listen.ts'
import { ConnectionCounts } from './connection-counts.ts'
import type { Excess } from './connection-counts.ts'
import { H2Connection } from './h2-connection.ts'
import type { Arrival, ConnectionHost, IngressConnection } from './ingress-connection.ts'
import { NetConnection } from './net-connection.ts'
import { makePeer } from './origin.ts'
import { ProxyReader } from './proxy-reader.ts'
import type { OnForwarded } from './proxy-reader.ts'
import { resetConnection } from './reset-connection.ts'
import { tlsOptions } from './tls-options.ts'
import type { Ingress, IngressLimits, IngressOptions, OnCut, OnVisitor, Scheme, SecureOptions } from './visitor.ts'

/** Takes visitors with a strict HTTP/1.1 parser of our own on plain sockets and on those of TLS, where he may speak HTTP/2 too. */
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
  readonly onCut: OnCut
  isClosing = false
  readonly #counts: ConnectionCounts
  readonly #trustedProxies: AddressRanges | undefined
  readonly #proxyReader: ProxyReader | undefined
  readonly #connections = new Set<IngressConnection>()
  /** What lies under the connections whose TLS handshake has not ended. */
  readonly #shaking = new Set<Socket>()
  #servers: Server[] = []
  #secureServers: Server[] = []
  #sweep: NodeJS.Timeout | undefined

  constructor(options: IngressOptions, onVisitor: OnVisitor) {
    const { limits, caps, errorPages, trustedProxies, readsProxyHeaders, onCut } = options
    this.limits = limits
    this.#counts = new ConnectionCounts(caps)
    this.onCut = onCut
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
      this.#createServer((socket, address) => this.#takePlain(socket, address, scheme)),
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
    for (const socket of this.#shaking) socket.destroy()
    for (const connection of this.#connections) connection.drain()
    const cut = setTimeout(() => this.#connections.forEach((connection) => connection.cut()), graceMs)
    await closed
    clearTimeout(cut)
    clearInterval(this.#sweep)
  }

  forget(connection: IngressConnection): void {
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
      const arrivals = new Map<string, { arrival: Arrival; tcp: Socket }>()
      const server = createTlsServer(options, (socket) => {
        const found = arrivals.get(remoteEnd(socket))
        if (found === undefined) {
          socket.destroy()
          return
        }
        this.#shaking.delete(found.tcp)
        const { arrival } = found
        if (socket.alpnProtocol === 'h2') this.#connections.add(new H2Connection(socket, arrival, this))
        else this.#serve(socket, arrival)
      })
      // Port scanners and visitors who do not trust the certificate leave in the middle of the handshake.
      server.on('tlsClientError', (_, socket) => socket.destroy())
      // Whether he is let in, and a proxy's header, come in front of the handshake.
      return this.#createServer((tcp, address) => {
        const arrival = this.#meet(tcp, address, 'https')
        // Nothing can be said before the handshake, and that is what it would cost most.
        if (arrival.share.excess !== undefined) {
          this.#cut(tcp, arrival.share.excess)
          return
        }
        const end = remoteEnd(tcp)
        arrivals.set(end, { arrival, tcp })
        this.#shaking.add(tcp)
        tcp.once('close', () => {
          arrivals.delete(end)
          this.#shaking.delete(tcp)
        })
        server.emit('connection', tcp)
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

  #takePlain(socket: Socket, address: string, scheme: Scheme): void {
    const arrival = this.#meet(socket, address, scheme)
    const { excess, isTold } = arrival.share
    if (excess === undefined) this.#serve(socket, arrival)
    else if (isTold) this.#serve(socket, arrival).turnAway(excess)
    else this.#cut(socket, excess)
  }

  /** Counts a visitor who came. */
  #meet(socket: Socket, address: string, scheme: Scheme): Arrival {
    const peer = makePeer(address, scheme, this.#trustedProxies)
    const share = this.#counts.enter(peer)
    socket.once('close', () => share.leave())
    return { peer, share }
  }

  #cut(socket: Socket, excess: Excess): void {
    this.onCut(excess)
    resetConnection(socket)
  }

  #serve(socket: Socket, arrival: Arrival): NetConnection {
    const connection = new NetConnection(socket, arrival, this)
    this.#connections.add(connection)
    return connection
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

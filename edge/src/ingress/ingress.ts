import { rm } from 'node:fs/promises'
import { type Server, type Socket, createServer } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { guard, runGuarded } from '@culvert/program/guard'
import type { AddressRanges } from '../addresses.ts'
import type { ErrorPages } from '../pages/error-pages.ts'
import { Destinations } from './destinations.ts'
import type { FaultReport } from '../reporting.ts'
import { listenOn, portOf, socketOptions } from './listen.ts'
import { ConnectionCounts, type Excess } from '../http/connection-counts.ts'
import { Http2Connection } from '../http2/connection.ts'
import type { Arrival, ConnectionHost, HttpConnection, OnCut, OnRefused, OnVisitor } from '../http/connection.ts'
import { Http1Connection } from '../http1/connection.ts'
import { makePeer } from '../http/origin.ts'
import type { AddressedConnection, ConnectionHandoff } from '../http/connection-handoff.ts'
import { type OnForwarded, ProxyReader } from './proxy-reader.ts'
import { bearerOf, resetConnection } from '../http/connection.ts'
import { SecurePort } from './secure-port.ts'
import type { Ingress, IngressOptions } from './options.ts'
import type { HttpTiming } from '../http/options.ts'
import type { Scheme } from '../visitor.ts'

/** Serves clients with our strict HTTP/1.1 parser, on plain sockets and over TLS; over TLS they may also speak HTTP/2. */
export async function startIngress(options: IngressOptions, onVisitor: OnVisitor): Promise<Ingress> {
  const ingress = new SocketIngress(options, onVisitor)
  await ingress.listen(options)
  return ingress
}

const sweepMsMax = 1_000

class SocketIngress implements Ingress, ConnectionHost {
  readonly timing: HttpTiming
  readonly keepAliveLines: string
  readonly errorPages: ErrorPages
  readonly onVisitor: OnVisitor
  readonly onCut: OnCut
  readonly onRefused: OnRefused
  readonly reportFault: FaultReport
  readonly handoff: ConnectionHandoff | undefined
  isLeaving = false
  isClosing = false
  readonly #scheme: Scheme
  readonly #counts: ConnectionCounts
  readonly #trustedProxies: AddressRanges | undefined
  readonly #destinations: Destinations
  readonly #proxyReader: ProxyReader | undefined
  readonly #connections = new Set<HttpConnection>()
  /** The sockets that other processes have passed on, which no server tracks. */
  readonly #taken = new Set<Socket>()
  /** Undefined if HTTPS is not served. */
  readonly #securePort: SecurePort | undefined
  #servers: Server[] = []
  #siblingServer: Server | undefined
  #sweep: NodeJS.Timeout | undefined

  constructor(options: IngressOptions, onVisitor: OnVisitor) {
    const { timing, caps, errorPages, trustedProxies, tunnelUrl, agentUrl, readsProxyHeaders, secure } = options
    const { onCut, onRefused, reportFault, handoff, scheme } = options
    this.timing = timing
    this.#counts = new ConnectionCounts(caps)
    this.onCut = onCut
    this.onRefused = onRefused
    this.reportFault = reportFault
    this.handoff = handoff
    this.#scheme = scheme
    this.keepAliveLines = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(timing.keepAliveMs / 1_000)}\r\n`
    this.errorPages = errorPages
    this.onVisitor = onVisitor
    this.#trustedProxies = trustedProxies
    this.#destinations = new Destinations(tunnelUrl, agentUrl)
    if (readsProxyHeaders) this.#proxyReader = new ProxyReader(trustedProxies, timing.requestHeadMs)
    const handshakeMs = timing.requestHeadMs
    this.#securePort =
      secure && new SecurePort({ ...secure, handshakeMs, reportFault, handoff: handoff, ingress: this })
  }

  get port(): number {
    return portOf(this.#servers) ?? 0
  }

  get securePort(): number | undefined {
    return this.#securePort?.port
  }

  async listen({ host, port, secure, siblingPath }: IngressOptions): Promise<void> {
    this.#servers = await listenOn(host, port, 'EDGE_HTTP_PORT', () =>
      this.createServer((socket, address) => this.#takePlain(socket, address)),
    )
    this.#destinations.addPort(this.port)
    if (secure !== undefined) await this.#listenSecurely(host, secure.port)
    if (siblingPath !== undefined) await this.#listenToSiblings(siblingPath)
    // All connections are checked at intervals, instead of with a timer for each connection and request.
    const { requestHeadMs, keepAliveMs, bodyIdleMs, readerIdleMs } = this.timing
    const shortestMs = Math.min(requestHeadMs, keepAliveMs, bodyIdleMs, readerIdleMs)
    this.#sweep = setInterval(() => this.#checkTimes(), Math.min(sweepMsMax, Math.ceil(shortestMs / 4))).unref()
  }

  listConnections(): Iterable<HttpConnection> {
    return this.#connections
  }

  leave(): void {
    this.isLeaving = true
  }

  async close(graceMs: number): Promise<void> {
    this.isLeaving = true
    this.isClosing = true
    const siblingServers = this.#siblingServer === undefined ? [] : [this.#siblingServer]
    const servers = [...this.#servers, ...(this.#securePort?.servers ?? []), ...siblingServers]
    const ended = [...this.#taken].map((socket) => new Promise((resolve) => socket.once('close', resolve)))
    const closed = Promise.all([...ended, ...servers.map((server) => new Promise((resolve) => server.close(resolve)))])
    this.#proxyReader?.close()
    this.#securePort?.close()
    for (const connection of this.#connections) connection.drain()
    const cut = setTimeout(() => this.#connections.forEach((connection) => connection.cut()), graceMs)
    await closed
    clearTimeout(cut)
    clearInterval(this.#sweep)
  }

  take(socket: Socket, { isSecure, received }: AddressedConnection, address: string): void {
    const forget = () => this.#taken.delete(socket)
    const bearer = bearerOf(socket, this.reportFault, forget)
    this.#taken.add(socket)
    socket.once('close', guard('ingress.taken-close', bearer, forget))
    runGuarded('ingress.taken', bearer, () => {
      if (this.isClosing || (isSecure && this.#securePort === undefined)) socket.destroy()
      else if (isSecure) this.#securePort?.take(socket, address, received)
      else {
        socket.unshift(received)
        this.#takePlain(socket, address)
      }
    })
  }

  forget(connection: HttpConnection): void {
    this.#connections.delete(connection)
  }

  serveSecure(socket: TLSSocket, { peer, share }: Arrival): void {
    const arrival = { peer: this.#destinations.withCertificate(peer, socket), share }
    if (socket.alpnProtocol === 'h2') this.#connections.add(new Http2Connection(socket, arrival, this))
    else this.#serve(socket, arrival)
  }

  createServer(onForwarded: OnForwarded): Server {
    const reader = this.#proxyReader
    return createServer(socketOptions, (socket) => {
      const bearer = bearerOf(socket, this.reportFault)
      runGuarded('ingress.arrival', bearer, () => {
        if (reader === undefined) onForwarded(socket, socket.remoteAddress ?? '')
        else reader.read(socket, onForwarded, bearer)
      })
    })
  }

  countArrival(socket: Socket, address: string, scheme: Scheme): Arrival {
    const peer = makePeer(address, scheme, this.#trustedProxies, this.#destinations.ofScheme(scheme))
    const share = this.#counts.enter(peer)
    const leave = () => share.leave()
    socket.once('close', guard('ingress.leave', bearerOf(socket, this.reportFault, leave), leave))
    return { peer, share }
  }

  cut(socket: Socket, excess: Excess): void {
    this.onCut(excess)
    resetConnection(socket)
  }

  async #listenSecurely(host: string, port: number): Promise<void> {
    try {
      await this.#securePort?.listen(host, port)
    } catch (error) {
      for (const server of this.#servers) server.close()
      throw error
    }
    if (this.securePort !== undefined) this.#destinations.addPort(this.securePort)
  }

  /** Accepts the other processes of this edge: everything on this machine is one client, as for any port. */
  async #listenToSiblings(path: string): Promise<void> {
    // A killed process leaves its socket behind.
    await rm(path, { force: true })
    const server = createServer(socketOptions, (socket) =>
      runGuarded('ingress.sibling', bearerOf(socket, this.reportFault), () => this.#takePlain(socket, '127.0.0.1')),
    )
    this.#siblingServer = server
    // Without `exclusive`, the cluster's primary would listen.
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen({ path, exclusive: true }, resolve)
    })
  }

  #takePlain(socket: Socket, address: string): void {
    const arrival = this.countArrival(socket, address, this.#scheme)
    const { excess, isAnswered } = arrival.share
    if (excess === undefined) this.#serve(socket, arrival)
    else if (isAnswered) this.#serve(socket, arrival).rejectExcess(excess)
    else this.cut(socket, excess)
  }

  #serve(socket: Socket, arrival: Arrival): Http1Connection {
    const connection = new Http1Connection(socket, arrival, this)
    this.#connections.add(connection)
    return connection
  }

  #checkTimes(): void {
    const nowMs = performance.now()
    for (const connection of this.#connections)
      runGuarded('visitor.sweep', connection, () => connection.checkTime(nowMs))
  }
}

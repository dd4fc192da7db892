import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { Server as TlsServer, TLSSocket } from 'node:tls'
import { guard, runGuarded } from '@culvert/program/guard'
import type { AddressRanges } from '../addresses.ts'
import type { ErrorPages } from '../pages/error-pages.ts'
import type { Challenges } from '../certificates/challenges.ts'
import { Destinations } from './destinations.ts'
import { parseClientHello } from './client-hello.ts'
import type { ClientHello } from './client-hello.ts'
import { readAhead } from './read-ahead.ts'
import type { FaultReport } from '../reporting.ts'
import { listenOn } from './listen.ts'
import { ConnectionCounts } from '../http/connection-counts.ts'
import type { Excess } from '../http/connection-counts.ts'
import { Http2Connection } from '../http2/connection.ts'
import type { Arrival, ConnectionHost, HttpConnection, OnCut, OnRefused, OnVisitor } from '../http/connection.ts'
import { Http1Connection } from '../http1/connection.ts'
import { makePeer } from '../http/origin.ts'
import type { Peer } from '../http/origin.ts'
import type { PlacedConnection, Placing } from '../http/placing.ts'
import { findPlaceInProtocols } from '../place-names.ts'
import { ProxyReader } from './proxy-reader.ts'
import type { OnForwarded } from './proxy-reader.ts'
import { bearerOf, resetConnection } from '../http/connection.ts'
import { challengeOptions, isForChallenge, selectContext, tlsOptions } from './tls.ts'
import type { Ingress, IngressOptions } from './options.ts'
import type { HttpTiming } from '../http/options.ts'
import type { Scheme } from '../visitor.ts'

/** Takes clients with our own strict HTTP/1.1 parser, on plain sockets and by TLS; by TLS they may speak HTTP/2 too. */
export async function startIngress(options: IngressOptions, onVisitor: OnVisitor): Promise<Ingress> {
  const ingress = new SocketIngress(options, onVisitor)
  await ingress.listen(options)
  return ingress
}

const sweepMsMax = 1_000

const socketOptions = {
  // A client that closes its side ends the connection too, but by our own rules.
  allowHalfOpen: true,
  noDelay: true,
  // A client that has vanished from the network must not hold an event stream forever.
  keepAlive: true,
  keepAliveInitialDelay: 60_000,
}

class SocketIngress implements Ingress, ConnectionHost {
  readonly timing: HttpTiming
  readonly keepingLines: string
  readonly errorPages: ErrorPages
  readonly onVisitor: OnVisitor
  readonly onCut: OnCut
  readonly onRefused: OnRefused
  readonly reportFault: FaultReport
  readonly placing: Placing | undefined
  isLeaving = false
  isClosing = false
  readonly #scheme: Scheme
  readonly #counts: ConnectionCounts
  readonly #trustedProxies: AddressRanges | undefined
  readonly #destinations: Destinations
  readonly #proxyReader: ProxyReader | undefined
  readonly #connections = new Set<HttpConnection>()
  /** The sockets that other processes have passed on, of which no server knows. */
  readonly #taken = new Set<Socket>()
  /** Takes a client of the port of HTTPS; `received` is what was read of a connection that was passed on. */
  #takeSecure: ((tcp: Socket, address: string, received?: Buffer) => void) | undefined
  /** The sockets under the connections whose TLS handshake has not ended. */
  readonly #shaking = new Set<Socket>()
  #servers: Server[] = []
  #secureServers: Server[] = []
  #siblingServer: Server | undefined
  #sweep: NodeJS.Timeout | undefined

  constructor(options: IngressOptions, onVisitor: OnVisitor) {
    const { timing, caps, errorPages, trustedProxies, tunnelUrl, agentUrl, readsProxyHeaders } = options
    const { onCut, onRefused, reportFault, placing, scheme } = options
    this.timing = timing
    this.#counts = new ConnectionCounts(caps)
    this.onCut = onCut
    this.onRefused = onRefused
    this.reportFault = reportFault
    this.placing = placing
    this.#scheme = scheme
    this.keepingLines = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(timing.keepAliveMs / 1_000)}\r\n`
    this.errorPages = errorPages
    this.onVisitor = onVisitor
    this.#trustedProxies = trustedProxies
    this.#destinations = new Destinations(tunnelUrl, agentUrl)
    if (readsProxyHeaders) this.#proxyReader = new ProxyReader(trustedProxies, timing.requestHeadMs)
  }

  get port(): number {
    return portOf(this.#servers) ?? 0
  }

  get securePort(): number | undefined {
    return portOf(this.#secureServers)
  }

  async listen({ host, port, secure, siblingPath }: IngressOptions): Promise<void> {
    this.#servers = await listenOn(host, port, 'EDGE_HTTP_PORT', () =>
      this.#createServer((socket, address) => this.#takePlain(socket, address)),
    )
    this.#destinations.addPort(this.port)
    if (secure !== undefined) await this.#listenSecurely(host, secure)
    if (this.securePort !== undefined) this.#destinations.addPort(this.securePort)
    if (siblingPath !== undefined) await this.#listenToSiblings(siblingPath)
    // One look at all connections at intervals, instead of a timer for each connection and request.
    const { requestHeadMs, keepAliveMs, bodyIdleMs, readerIdleMs } = this.timing
    const shortestMs = Math.min(requestHeadMs, keepAliveMs, bodyIdleMs, readerIdleMs)
    this.#sweep = setInterval(() => this.#checkTimes(), Math.min(sweepMsMax, Math.ceil(shortestMs / 4))).unref()
  }

  leave(): void {
    this.isLeaving = true
  }

  async close(graceMs: number): Promise<void> {
    this.isLeaving = true
    this.isClosing = true
    const siblingServers = this.#siblingServer === undefined ? [] : [this.#siblingServer]
    const servers = [...this.#servers, ...this.#secureServers, ...siblingServers]
    const ended = [...this.#taken].map((socket) => new Promise((resolve) => socket.once('close', resolve)))
    const closed = Promise.all([...ended, ...servers.map((server) => new Promise((resolve) => server.close(resolve)))])
    this.#proxyReader?.close()
    for (const socket of this.#shaking) socket.destroy()
    for (const connection of this.#connections) connection.drain()
    const cut = setTimeout(() => this.#connections.forEach((connection) => connection.cut()), graceMs)
    await closed
    clearTimeout(cut)
    clearInterval(this.#sweep)
  }

  take(socket: Socket, { isSecure, received }: PlacedConnection, address: string): void {
    const forget = () => this.#taken.delete(socket)
    const bearer = bearerOf(socket, this.reportFault, forget)
    this.#taken.add(socket)
    socket.once('close', guard('ingress.taken-close', bearer, forget))
    runGuarded('ingress.taken', bearer, () => {
      if (this.isClosing || (isSecure && this.#takeSecure === undefined)) socket.destroy()
      else if (isSecure) this.#takeSecure?.(socket, address, received)
      else {
        socket.unshift(received)
        this.#takePlain(socket, address)
      }
    })
  }

  forget(connection: HttpConnection): void {
    this.#connections.delete(connection)
  }

  async #listenSecurely(host: string, secure: NonNullable<IngressOptions['secure']>): Promise<void> {
    const { port, certificates, challenges } = secure
    const servers: TlsServer[] = []
    const challengeServer = challenges && this.#createChallengeServer(challenges)
    // Empty until there is one: handshakes that name no host fail.
    let own: { cert?: string; key?: string } = {}
    const createSecureServer = () => {
      const arrivals = new Map<string, { arrival: Arrival; tcp: Socket }>()
      const options = {
        ...socketOptions,
        ...tlsOptions,
        ...own,
        handshakeTimeout: this.timing.requestHeadMs,
        SNICallback: selectContext(certificates, (socket) => arrivals.get(remoteEnd(socket))?.tcp),
      }
      const greet = (socket: TLSSocket) => {
        const found = arrivals.get(remoteEnd(socket))
        if (found === undefined) {
          socket.destroy()
          return
        }
        socket.allowHalfOpen = true
        this.#shaking.delete(found.tcp)
        const { peer, share } = found.arrival
        const arrival = { peer: this.#destinations.withCertificate(peer, socket), share }
        if (socket.alpnProtocol === 'h2') this.#connections.add(new Http2Connection(socket, arrival, this))
        else this.#serve(socket, arrival)
      }
      const server = createTlsServer(options, (socket) =>
        runGuarded('ingress.secure', bearerOf(socket, this.reportFault), () => greet(socket)),
      )
      servers.push(server)
      // Port scanners, and clients that do not trust the certificate, leave during the handshake.
      server.on('tlsClientError', (_, socket) => socket.destroy())
      const shake = (tcp: Socket, received: Buffer, shaking: TlsServer = server) => {
        tcp.unshift(received)
        shaking.emit('connection', tcp)
      }
      // Admission and a proxy's header come before the handshake.
      const take = (tcp: Socket, address: string, taken?: Buffer) => {
        const arrival = this.#meet(tcp, address, 'https')
        // An answer would need the handshake, which is the expensive part.
        if (arrival.share.excess !== undefined) {
          this.#cut(tcp, arrival.share.excess)
          return
        }
        const end = remoteEnd(tcp)
        arrivals.set(end, { arrival, tcp })
        this.#shaking.add(tcp)
        const forget = () => {
          arrivals.delete(end)
          this.#shaking.delete(tcp)
        }
        tcp.once('close', guard('ingress.handshake-close', bearerOf(tcp, this.reportFault, forget), forget))
        // A client that leaves during the handshake is let go at once; after it, the connection's own rules hold.
        tcp.allowHalfOpen = false
        // Which protocols a client offers is known too late in a handshake: by TLS 1.2, after its certificate was chosen.
        const mayBeAuthority = challenges?.hasCertificates === true
        if (taken !== undefined) shake(tcp, taken)
        else if (!mayBeAuthority && this.placing === undefined) server.emit('connection', tcp)
        else
          readAhead(tcp, {
            place: 'client-hello',
            withinMs: this.timing.requestHeadMs,
            bearer: bearerOf(tcp, this.reportFault, forget),
            parse: parseClientHello,
            onFound: (hello, received) => {
              if (mayBeAuthority && isForChallenge(hello, challenges)) shake(tcp, received, challengeServer)
              else if (!this.#passOn(tcp, arrival.peer, hello, received)) shake(tcp, received)
            },
          })
      }
      this.#takeSecure ??= take
      return this.#createServer(take)
    }
    try {
      await certificates.followOwn(({ chain: cert, key }) => {
        own = { cert, key }
        for (const server of servers) server.setSecureContext({ ...tlsOptions, ...own })
      })
      this.#secureServers = await listenOn(host, port, 'EDGE_HTTPS_PORT', createSecureServer)
    } catch (error) {
      for (const server of this.#servers) server.close()
      throw error
    }
  }

  /** Takes the other processes of this edge: all of this machine is one client, as for any port. */
  async #listenToSiblings(path: string): Promise<void> {
    // A process that was killed leaves its socket behind.
    await rm(path, { force: true })
    const server = createServer(socketOptions, (socket) =>
      runGuarded('ingress.sibling', bearerOf(socket, this.reportFault), () => this.#takePlain(socket, '127.0.0.1')),
    )
    this.#siblingServer = server
    // Without `exclusive`, the primary of the cluster would listen.
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen({ path, exclusive: true }, resolve)
    })
  }

  #createChallengeServer(challenges: Challenges): TlsServer {
    const options = { ...socketOptions, ...challengeOptions(challenges), handshakeTimeout: this.timing.requestHeadMs }
    const server = createTlsServer(options, (socket) =>
      runGuarded('ingress.challenge', bearerOf(socket, this.reportFault), () => socket.destroySoon()),
    )
    return server.on('tlsClientError', (_, socket) => socket.destroy())
  }

  /** Passes a connection to the process that its ClientHello names. Returns false when this one serves it. */
  #passOn(tcp: Socket, peer: Peer, hello: ClientHello | 'other', received: Buffer): boolean {
    const process = hello === 'other' ? undefined : findPlaceInProtocols(hello.protocols)
    if (process === undefined) return false
    return this.placing?.pass(tcp, { process, isSecure: true, received }, peer) === true
  }

  #createServer(onForwarded: OnForwarded): Server {
    const reader = this.#proxyReader
    return createServer(socketOptions, (socket) => {
      const bearer = bearerOf(socket, this.reportFault)
      runGuarded('ingress.arrival', bearer, () => {
        if (reader === undefined) onForwarded(socket, socket.remoteAddress ?? '')
        else reader.read(socket, onForwarded, bearer)
      })
    })
  }

  #takePlain(socket: Socket, address: string): void {
    const arrival = this.#meet(socket, address, this.#scheme)
    const { excess, isTold } = arrival.share
    if (excess === undefined) this.#serve(socket, arrival)
    else if (isTold) this.#serve(socket, arrival).turnAway(excess)
    else this.#cut(socket, excess)
  }

  /** Counts a new connection. */
  #meet(socket: Socket, address: string, scheme: Scheme): Arrival {
    const peer = makePeer(address, scheme, this.#trustedProxies, this.#destinations.ofScheme(scheme))
    const share = this.#counts.enter(peer)
    const leave = () => share.leave()
    socket.once('close', guard('ingress.leave', bearerOf(socket, this.reportFault, leave), leave))
    return { peer, share }
  }

  #cut(socket: Socket, excess: Excess): void {
    this.onCut(excess)
    resetConnection(socket)
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

/** Returns a key that no other connection has at the same time; a socket and the TLS on it share it. */
function remoteEnd({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}

function portOf([server]: readonly Server[]): number | undefined {
  return (server?.address() as AddressInfo | null | undefined)?.port
}

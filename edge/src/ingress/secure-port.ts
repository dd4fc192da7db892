import type { Server, Socket } from 'node:net'
import { type Server as TlsServer, type TLSSocket, createServer as createTlsServer } from 'node:tls'
import { guard, runGuarded } from '@culvert/program/guard'
import type { Certificates } from '../certificates/certificates.ts'
import type { Challenges } from '../certificates/challenges.ts'
import { type Arrival, bearerOf } from '../http/connection.ts'
import type { Excess } from '../http/connection-counts.ts'
import type { Peer } from '../http/origin.ts'
import type { ConnectionHandoff } from '../http/connection-handoff.ts'
import { findProcessInProtocols } from '../process-names.ts'
import type { FaultReport } from '../reporting.ts'
import type { Scheme } from '../visitor.ts'
import { type ClientHello, parseClientHello } from './client-hello.ts'
import { listenOn, portOf, socketOptions } from './listen.ts'
import type { OnForwarded } from './proxy-reader.ts'
import { readAhead } from './read-ahead.ts'
import { challengeOptions, isForChallenge, selectContext, tlsOptions } from './tls.ts'

export interface SecurePortOptions {
  certificates: Certificates
  /** Undefined if no authority validates names here. */
  challenges: Challenges | undefined
  /** How long a client's handshake may take, in milliseconds. */
  handshakeMs: number
  reportFault: FaultReport
  /** Passes connections to the other processes of this edge; undefined if it has only one. */
  handoff: ConnectionHandoff | undefined
  ingress: SecureIngress
}

/** What happens before a handshake, and after it. */
interface SecureIngress {
  /** Creates a server that reports where each connection came from. */
  createServer(onForwarded: OnForwarded): Server
  /** Counts a new connection. */
  countArrival(tcp: Socket, address: string, scheme: Scheme): Arrival
  /** Ends a connection that is over a cap. */
  cut(tcp: Socket, excess: Excess): void
  /** Takes over a client whose handshake is done. */
  serveSecure(socket: TLSSocket, arrival: Arrival): void
}

/** A connection until its handshake is done, and after it. */
interface SecureConnection {
  readonly arrival: Arrival
  readonly tcp: Socket
}

/** The HTTPS port: accepts connections, and ends their TLS. */
export class SecurePort {
  servers: readonly Server[] = []
  readonly #options: SecurePortOptions
  readonly #tls: TlsServer
  readonly #challengeTls: TlsServer | undefined
  readonly #connections = new Map<string, SecureConnection>()
  /** The sockets under connections whose handshake is not complete. */
  readonly #handshaking = new Set<Socket>()

  constructor(options: SecurePortOptions) {
    const { certificates, challenges, handshakeMs, reportFault } = options
    this.#options = options
    const tls = {
      ...socketOptions,
      ...tlsOptions,
      handshakeTimeout: handshakeMs,
      SNICallback: selectContext(certificates, (socket) => this.#connections.get(connectionKeyOf(socket))?.tcp),
    }
    this.#tls = createTlsServer(tls, (socket) =>
      runGuarded('ingress.secure', bearerOf(socket, reportFault), () => this.#onSecured(socket)),
    )
    if (challenges !== undefined)
      this.#challengeTls = createTlsServer(
        { ...socketOptions, ...challengeOptions(challenges), handshakeTimeout: handshakeMs },
        (socket) => runGuarded('ingress.challenge', bearerOf(socket, reportFault), () => socket.destroySoon()),
      )
    // Port scanners, and clients that do not trust the certificate, leave during the handshake.
    for (const server of [this.#tls, this.#challengeTls]) server?.on('tlsClientError', (_, socket) => socket.destroy())
  }

  get port(): number | undefined {
    return portOf(this.servers)
  }

  async listen(host: string, port: number): Promise<void> {
    const { certificates, ingress } = this.#options
    // Until there is one, handshakes that name no host fail.
    await certificates.followOwn(({ chain: cert, key }) => this.#tls.setSecureContext({ ...tlsOptions, cert, key }))
    this.servers = await listenOn(host, port, 'EDGE_HTTPS_PORT', () =>
      ingress.createServer((tcp, address) => this.take(tcp, address)),
    )
  }

  /** Accepts a client; `received` is what was read of a connection that was passed on. Admission comes before the handshake. */
  take(tcp: Socket, address: string, received?: Buffer): void {
    const { challenges, handshakeMs, reportFault, handoff, ingress } = this.#options
    const arrival = ingress.countArrival(tcp, address, 'https')
    // An answer would need the handshake, which is the expensive part.
    if (arrival.share.excess !== undefined) {
      ingress.cut(tcp, arrival.share.excess)
      return
    }
    const ends = connectionKeyOf(tcp)
    this.#connections.set(ends, { arrival, tcp })
    this.#handshaking.add(tcp)
    const forget = () => {
      this.#connections.delete(ends)
      this.#handshaking.delete(tcp)
    }
    const bearer = bearerOf(tcp, reportFault, forget)
    tcp.once('close', guard('ingress.handshake-close', bearer, forget))
    // A client that leaves during the handshake is dropped at once; after it, the connection's own rules apply.
    tcp.allowHalfOpen = false
    // The protocols that a client offers are known too late in a handshake: with TLS 1.2, after its certificate was chosen.
    const mayBeAuthority = challenges?.hasCertificates === true
    if (received !== undefined) beginHandshake(this.#tls, tcp, received)
    else if (!mayBeAuthority && handoff === undefined) beginHandshake(this.#tls, tcp)
    else
      readAhead(tcp, {
        place: 'client-hello',
        withinMs: handshakeMs,
        bearer,
        parse: parseClientHello,
        onFound: (hello, read) => {
          if (mayBeAuthority && isForChallenge(hello, challenges))
            beginHandshake(this.#challengeTls ?? this.#tls, tcp, read)
          else if (!this.#handOff(tcp, arrival.peer, hello, read)) beginHandshake(this.#tls, tcp, read)
        },
      })
  }

  /** Drops the clients whose handshake is not complete. */
  close(): void {
    for (const tcp of this.#handshaking) tcp.destroy()
  }

  #onSecured(socket: TLSSocket): void {
    const found = this.#connections.get(connectionKeyOf(socket))
    if (found === undefined) {
      socket.destroy()
      return
    }
    socket.allowHalfOpen = true
    this.#handshaking.delete(found.tcp)
    this.#options.ingress.serveSecure(socket, found.arrival)
  }

  /** Passes a connection to the process that its ClientHello names. Returns false if this one serves it. */
  #handOff(tcp: Socket, peer: Peer, hello: ClientHello | 'other', received: Buffer): boolean {
    const process = hello === 'other' ? undefined : findProcessInProtocols(hello.protocols)
    if (process === undefined) return false
    return this.#options.handoff?.pass(tcp, { process, isSecure: true, received }, peer) === true
  }
}

/** Begins the handshake with the bytes that were already read. */
function beginHandshake(server: TlsServer, tcp: Socket, received?: Buffer): void {
  if (received !== undefined) tcp.unshift(received)
  server.emit('connection', tcp)
}

/** Returns a key that no other connection has at the same time; a socket and the TLS on it share it. */
function connectionKeyOf({ remoteAddress, remotePort, localAddress, localPort }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localAddress} ${localPort}`
}

import { createServer } from 'node:http'
import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { guard, runGuarded } from '@culvert/program/guard'
import type { VisitorKind } from '@culvert/wire'
import type { AddressRanges } from '../src/addresses.ts'
import type { FaultReport } from '../src/reporting.ts'
import type { Answer } from '../src/pages/answer.ts'
import type { ErrorPages } from '../src/pages/error-pages.ts'
import type { ErrorCode } from '../src/error-code.ts'
import { encodeAnswerHead } from '../src/http1/answer-head.ts'
import { Destinations } from '../src/ingress/destinations.ts'
import { listenOn } from '../src/ingress/listen.ts'
import { NodeUpgradeVisitor, NodeVisitor, VisitorResponse } from './node-visitor.ts'
import { makePeer } from '../src/http/origin.ts'
import { HeaderSection, withoutH2c } from '../src/http/header-section.ts'
import { readRequestHead, headBytesMax } from '../src/http/request-head.ts'
import { RequestRefused } from '../src/http/refusal.ts'
import { bearerOf, resetConnection } from '../src/http/connection.ts'
import type { Ingress, IngressOptions } from '../src/ingress/options.ts'
import type { OnVisitor } from '../src/http/connection.ts'
import type { Peer } from '../src/http/origin.ts'
import type { Scheme, VisitorRequest } from '../src/visitor.ts'

type NodeServer = Server<typeof IncomingMessage, typeof VisitorResponse>

/**
 * Takes visitors with node's own HTTP server: strict enough with the checks of request-head.ts on top. It is what the
 * ingress of the edge is compared with: ingress.fuzz.test.ts finds requests that the two read differently.
 */
export async function startNodeIngress(options: IngressOptions, onVisitor: OnVisitor): Promise<Ingress> {
  const ingress = new NodeIngress(options, onVisitor)
  await ingress.listen(options)
  return ingress
}

/** The state of a connection. */
interface Connection {
  peer: Peer
  /** The latest answer that was begun on it. */
  answer: VisitorResponse | undefined
  /** Whether a request on it was refused: later bytes could be a part of that request. */
  isRefused: boolean
}

class NodeIngress implements Ingress {
  readonly #errorPages: ErrorPages
  readonly #scheme: Scheme
  readonly #trustedProxies: AddressRanges | undefined
  readonly #destinations: Destinations
  readonly #onVisitor: OnVisitor
  readonly #reportFault: FaultReport
  /** The reference is compared over plain connections. */
  readonly securePort = undefined
  readonly #connections = new WeakMap<Socket, Connection>()
  /** Connections that left HTTP; node's server no longer tracks them. */
  readonly #upgraded = new Set<Socket>()
  #servers: NodeServer[] = []
  #isLeaving = false

  constructor(options: IngressOptions, onVisitor: OnVisitor) {
    const { errorPages, scheme, trustedProxies, tunnelUrl, reportFault } = options
    this.#errorPages = errorPages
    this.#scheme = scheme
    this.#trustedProxies = trustedProxies
    this.#destinations = new Destinations(tunnelUrl)
    this.#onVisitor = onVisitor
    this.#reportFault = reportFault
  }

  get port(): number {
    return (this.#servers[0]?.address() as AddressInfo | null)?.port ?? 0
  }

  async listen(options: IngressOptions): Promise<void> {
    this.#servers = await listenOn(options.host, options.port, 'EDGE_HTTP_PORT', () => this.#createServer(options))
    this.#destinations.addPort(this.port)
  }

  /** The reference is compared within one process. */
  take(socket: Socket): void {
    socket.destroy()
  }

  /** No test makes the reference keep much. */
  listConnections(): [] {
    return []
  }

  leave(): void {
    this.#isLeaving = true
  }

  async close(graceMs: number): Promise<void> {
    this.leave()
    const closed = Promise.all(this.#servers.map((server) => new Promise((resolve) => server.close(resolve))))
    // An answer that has already begun promised its visitor a persistent connection, which then ends when it is idle.
    const sweep = setInterval(() => this.#servers.forEach((server) => server.closeIdleConnections()), 100)
    const cut = setTimeout(() => {
      for (const server of this.#servers) server.closeAllConnections()
      for (const socket of this.#upgraded) socket.destroy()
    }, graceMs)
    await closed
    clearInterval(sweep)
    clearTimeout(cut)
  }

  #createServer({ timing: { requestHeadMs, keepAliveMs } }: IngressOptions): NodeServer {
    const server = createServer({
      ServerResponse: VisitorResponse,
      maxHeaderSize: headBytesMax,
      headersTimeout: requestHeadMs,
      keepAliveTimeout: keepAliveMs,
      // None: an upload of a gigabyte may take any time.
      requestTimeout: 0,
      connectionsCheckingInterval: Math.min(requestHeadMs, 5_000),
      // A client that has vanished from the network must not hold an event stream forever.
      keepAlive: true,
      keepAliveInitialDelay: 60_000,
      noDelay: true,
      // request-head.ts checks `Host` itself, and our error page is sent.
      requireHostHeader: false,
      shouldUpgradeCallback: canUpgrade,
      optimizeEmptyRequests: true,
    })
    // node would silently drop fields beyond its count; the size of the head bounds them already.
    server.maxHeadersCount = 0
    const onRequest = (incoming: IncomingMessage, response: VisitorResponse) =>
      this.#run('node.request', incoming.socket, () => this.#onRequest(incoming, response))
    server.on('request', onRequest)
    server.on('checkContinue', onRequest)
    server.on('checkExpectation', onRequest)
    server.on('upgrade', (incoming, _socket, early) =>
      this.#run('node.upgrade', incoming.socket, () => this.#onUpgrade(incoming, early)),
    )
    server.on('connect', ({ socket }) =>
      this.#run('node.connect', socket, () => this.#refuseOn(socket, 'CULVERT_METHOD_NOT_ALLOWED', 'CONNECT')),
    )
    server.on('clientError', (error, transport) => {
      const socket = transport as Socket
      this.#run('node.client-error', socket, () => this.#onClientError(error, socket))
    })
    return server
  }

  /** Does what a connection asks for; a fault in it ends the connection. */
  #run(place: string, socket: Socket, act: () => void): void {
    runGuarded(place, bearerOf(socket, this.#reportFault), act)
  }

  #receive(visitor: NodeVisitor): void {
    runGuarded('node.visitor', visitor, () => this.#onVisitor(visitor))
  }

  #onRequest(incoming: IncomingMessage, response: VisitorResponse): void {
    const connection = this.#getConnection(incoming.socket)
    // node continues reading after an answer that ends the connection.
    if (connection.isRefused) return
    connection.answer = response
    if (this.#isLeaving) response.shouldKeepAlive = false
    const request = this.#findRequest(incoming, connection, 'http', (answer) => {
      response.shouldKeepAlive = false
      response.writeHead(answer.status, answer.reason, [...answer.fields]).end(answer.body)
    })
    if (request !== undefined) this.#receive(new NodeVisitor(request, incoming, response, this.#reportFault))
  }

  #onUpgrade(incoming: IncomingMessage, early: Buffer): void {
    const { socket } = incoming
    this.#upgraded.add(socket)
    const forget = () => this.#upgraded.delete(socket)
    socket.once('close', guard('node.upgraded-close', bearerOf(socket, this.#reportFault), forget))
    const connection = this.#getConnection(socket)
    if (connection.isRefused) return
    if (isAnswering(connection)) {
      // node has released the connection, but its answer to the previous request has not.
      resetConnection(socket)
      return
    }
    const request = this.#findRequest(incoming, connection, 'upgrade', (answer) => {
      endWith(socket, answer)
    })
    if (request === undefined) return
    this.#receive(new NodeUpgradeVisitor(request, incoming, new VisitorResponse(incoming), this.#reportFault, early))
  }

  /** Returns the checked request; undefined if it was refused. */
  #findRequest(
    incoming: IncomingMessage,
    connection: Connection,
    kind: VisitorKind,
    refuse: (answer: Answer) => void,
  ): VisitorRequest | undefined {
    const { peer } = connection
    const { method = '', url: target = '', httpVersion, rawHeaders } = incoming
    try {
      return readRequestHead({ method, target, httpVersion, section: new HeaderSection(rawHeaders, peer), kind })
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error
      connection.isRefused = true
      const { accept = '' } = incoming.headers
      refuse(this.#errorPages.make(error.code, { accept, address: peer.address, detail: error.message }))
      return undefined
    }
  }

  /** Called when the parser of Node refuses a request, or when its head does not arrive in time. */
  #onClientError(error: NodeJS.ErrnoException, socket: Socket): void {
    if (isAnswering(this.#getConnection(socket)) || !socket.writable || error.code === 'ECONNRESET')
      resetConnection(socket)
    else this.#refuseOn(socket, parserErrors.get(error.code) ?? 'CULVERT_BAD_REQUEST', error.message)
  }

  #refuseOn(socket: Socket, code: ErrorCode, detail: string): void {
    const { address } = this.#getConnection(socket).peer
    endWith(socket, this.#errorPages.make(code, { accept: '', address, detail }))
  }

  #getConnection(socket: Socket): Connection {
    let connection = this.#connections.get(socket)
    if (connection === undefined) {
      const coversHost = this.#destinations.ofScheme(this.#scheme)
      const peer = makePeer(socket.remoteAddress ?? '', this.#scheme, this.#trustedProxies, coversHost)
      connection = { peer, answer: undefined, isRefused: false }
      this.#connections.set(socket, connection)
    }
    return connection
  }
}

function isAnswering({ answer }: Connection): boolean {
  return answer !== undefined && !answer.writableFinished
}

const parserErrors = new Map<string | undefined, ErrorCode>([
  ['HPE_HEADER_OVERFLOW', 'CULVERT_HEAD_TOO_LARGE'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'CULVERT_REQUEST_TIMEOUT'],
])

/**
 * Reports whether a request leaves HTTP. A request with a body does not, nor one that offers only `h2c`.
 */
function canUpgrade({ method, httpVersion, headers }: IncomingMessage): boolean {
  return (
    method === 'GET' &&
    httpVersion === '1.1' &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    withoutH2c(headers.upgrade ?? '') !== ''
  )
}

/** Writes an answer to a connection that no parser reads any longer, and ends the connection. */
function endWith(socket: Socket, answer: Answer): void {
  socket.on('error', () => {})
  socket.write(encodeAnswerHead(answer, 'Connection: close\r\n'), 'latin1')
  socket.write(answer.body)
  socket.destroySoon()
}

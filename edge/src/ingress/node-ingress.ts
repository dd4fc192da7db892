import { createServer } from 'node:http'
import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { StreamKind } from '@culvert/wire'
import type { AddressRanges } from '../addresses/address-ranges.ts'
import type { Answer } from '../pages/answer.ts'
import type { ErrorPages } from '../pages/error-pages.ts'
import type { ErrorCode } from '../pages/errors.ts'
import { encodeAnswerHead } from './answer-head.ts'
import { listenOn } from './listen.ts'
import { NodeUpgradeVisitor, NodeVisitor, VisitorResponse } from './node-visitor.ts'
import { makePeer } from './origin.ts'
import { HeaderSection } from './header-section.ts'
import { readRequestHead } from './request-head.ts'
import { RequestRefused } from './request-refused.ts'
import { headBytesMax } from './request-parser.ts'
import { resetConnection } from './reset-connection.ts'
import type { Ingress, IngressOptions, OnVisitor, Peer, Scheme, VisitorRequest } from './visitor.ts'

type NodeServer = Server<typeof IncomingMessage, typeof VisitorResponse>

/**
 * Takes visitors with node's own HTTP server: strict enough with the checks of request-head.ts on top. It is what the
 * fast ingress is measured by: requests that the two read differently are found by ingress.fuzz.ts.
 */
export async function startNodeIngress(options: IngressOptions, onVisitor: OnVisitor): Promise<Ingress> {
  const ingress = new NodeIngress(options, onVisitor)
  await ingress.listen(options)
  return ingress
}

/** What is known of a connection for as long as it lives. */
interface Connection {
  peer: Peer
  /** The last answer that was begun on it. */
  answer: VisitorResponse | undefined
  /** A request on it was refused: what follows could be a part of that request. */
  isRefused: boolean
}

class NodeIngress implements Ingress {
  readonly #errorPages: ErrorPages
  readonly #scheme: Scheme
  readonly #trustedProxies: AddressRanges | undefined
  readonly #onVisitor: OnVisitor
  /** The reference is compared over plain connections. */
  readonly securePort = undefined
  readonly #connections = new WeakMap<Socket, Connection>()
  /** Connections that left HTTP: node's server no longer knows them. */
  readonly #upgraded = new Set<Socket>()
  #servers: NodeServer[] = []
  #isClosing = false

  constructor({ errorPages, scheme, trustedProxies }: IngressOptions, onVisitor: OnVisitor) {
    this.#errorPages = errorPages
    this.#scheme = scheme
    this.#trustedProxies = trustedProxies
    this.#onVisitor = onVisitor
  }

  get port(): number {
    return (this.#servers[0]?.address() as AddressInfo | null)?.port ?? 0
  }

  async listen(options: IngressOptions): Promise<void> {
    this.#servers = await listenOn(options.host, options.port, 'EDGE_HTTP_PORT', () => this.#createServer(options))
  }

  async close(graceMs: number): Promise<void> {
    this.#isClosing = true
    const closed = Promise.all(this.#servers.map((server) => new Promise((resolve) => server.close(resolve))))
    // An answer that began before has promised its visitor a kept connection: such a one ends when it falls idle.
    const sweep = setInterval(() => this.#servers.forEach((server) => server.closeIdleConnections()), 100)
    const cut = setTimeout(() => {
      for (const server of this.#servers) server.closeAllConnections()
      for (const socket of this.#upgraded) socket.destroy()
    }, graceMs)
    await closed
    clearInterval(sweep)
    clearTimeout(cut)
  }

  #createServer({ limits: { requestHeadMs, keepAliveMs } }: IngressOptions): NodeServer {
    const server = createServer({
      ServerResponse: VisitorResponse,
      maxHeaderSize: headBytesMax,
      headersTimeout: requestHeadMs,
      keepAliveTimeout: keepAliveMs,
      // None: an upload of a gigabyte takes as long as it takes.
      requestTimeout: 0,
      connectionsCheckingInterval: Math.min(requestHeadMs, 5_000),
      // A visitor who vanished from the network must not hold an event stream for ever.
      keepAlive: true,
      keepAliveInitialDelay: 60_000,
      noDelay: true,
      // request-head.ts judges `Host` itself, and shows our page.
      requireHostHeader: false,
      shouldUpgradeCallback: canUpgrade,
      optimizeEmptyRequests: true,
    })
    // node would leave out what exceeds its count without a word; the size of the head bounds it already.
    server.maxHeadersCount = 0
    const onRequest = (incoming: IncomingMessage, response: VisitorResponse) => this.#onRequest(incoming, response)
    server.on('request', onRequest)
    server.on('checkContinue', onRequest)
    server.on('checkExpectation', onRequest)
    server.on('upgrade', (incoming, _socket, early) => this.#onUpgrade(incoming, early))
    server.on('connect', ({ socket }) => this.#refuseOn(socket, 'CULVERT_METHOD_NOT_ALLOWED', 'CONNECT'))
    server.on('clientError', (error, socket) => this.#onClientError(error, socket as Socket))
    return server
  }

  #onRequest(incoming: IncomingMessage, response: VisitorResponse): void {
    const connection = this.#getConnection(incoming.socket)
    // node goes on reading behind an answer that ends the connection.
    if (connection.isRefused) return
    connection.answer = response
    if (this.#isClosing) response.shouldKeepAlive = false
    const request = this.#findRequest(incoming, connection, 'http', (answer) => {
      response.shouldKeepAlive = false
      response.writeHead(answer.status, answer.reason, [...answer.fields]).end(answer.body)
    })
    if (request !== undefined) this.#onVisitor(new NodeVisitor(request, incoming, response))
  }

  #onUpgrade(incoming: IncomingMessage, early: Buffer): void {
    const { socket } = incoming
    this.#upgraded.add(socket)
    socket.once('close', () => this.#upgraded.delete(socket))
    const connection = this.#getConnection(socket)
    if (connection.isRefused) return
    if (isAnswering(connection)) {
      // node has let go of the connection, but its answer to the request before has not.
      resetConnection(socket)
      return
    }
    const request = this.#findRequest(incoming, connection, 'upgrade', (answer) => {
      endWith(socket, answer)
    })
    if (request === undefined) return
    this.#onVisitor(new NodeUpgradeVisitor(request, incoming, new VisitorResponse(incoming), early))
  }

  /** The checked request; undefined after it was refused. */
  #findRequest(
    incoming: IncomingMessage,
    connection: Connection,
    kind: StreamKind,
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

  /** What node's parser refuses, or a head that did not come in time. */
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
      const peer = makePeer(socket.remoteAddress ?? '', this.#scheme, this.#trustedProxies)
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
 * Says which requests leave HTTP. One with a body does not, nor does `h2c`, which clients offer with ordinary requests:
 * a server may ignore any upgrade (RFC 9110, section 7.8).
 */
function canUpgrade({ method, httpVersion, headers }: IncomingMessage): boolean {
  return (
    method === 'GET' &&
    httpVersion === '1.1' &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    headers.upgrade?.toLowerCase() !== 'h2c'
  )
}

/** Writes an answer on a connection that no parser reads any more, and ends it. */
function endWith(socket: Socket, answer: Answer): void {
  socket.on('error', () => {})
  socket.write(encodeAnswerHead(answer, 'Connection: close\r\n'), 'latin1')
  socket.write(answer.body)
  socket.destroySoon()
}

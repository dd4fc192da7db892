import type { Duplex } from 'node:stream'
import type { HeaderField, StreamKind } from '@culvert/wire'
import type { AddressRanges } from '../addresses/address-ranges.ts'
import type { Certificates } from '../certificates/certificates.ts'
import type { ErrorPages } from '../pages/error-pages.ts'
import type { ConnectionCaps, Excess } from './connection-counts.ts'

/**
 * What lies between the public side and the tunnels. An ingress takes connections, checks each request head and hands a
 * `Visitor` to the edge. Whatever parses HTTP behind it, node:http or a parser of our own, shows no difference.
 */
export interface Ingress {
  /** The port that it listens on. */
  readonly port: number
  /** The port of HTTPS; undefined where it is not served. */
  readonly securePort: number | undefined
  /**
   * Stops taking connections; answers that begin from now on say `Connection: close`. Resolves when every connection has
   * ended, at the latest after `graceMs`, when what is left is cut.
   */
  close(graceMs: number): Promise<void>
}

/** What every ingress needs to start. */
export interface IngressOptions {
  /** Port; 0 picks a free one. */
  port: number
  /** Address; `localhost` means both loopback families. */
  host: string
  /** What visitors of `port` speak: `https` where something in front of it ends TLS. */
  scheme: Scheme
  /** Where visitors speak HTTPS with this edge itself; undefined: nowhere. */
  secure: SecureOptions | undefined
  /** Proxies whose word on where a request came from counts; undefined: nobody's. */
  trustedProxies: AddressRanges | undefined
  /** Whether every connection must begin with a header of the PROXY protocol; node:http reads none. */
  readsProxyHeaders: boolean
  limits: IngressLimits
  /** node:http knows none. */
  caps: ConnectionCaps
  errorPages: ErrorPages
  onCut: OnCut
}

/** Why a connection ends that the edge would have kept: its visitor has too many, or is too slow. */
export type CutReason = Excess | 'slow-head' | 'slow-body' | 'slow-reader' | 'flood'

/** Hears of each connection that is cut. */
export type OnCut = (reason: CutReason) => void

/** HTTPS on a port of its own. */
export interface SecureOptions {
  /** Port; 0 picks a free one. */
  port: number
  certificates: Certificates
}

/** How long a connection waits for what; milliseconds. */
export interface IngressLimits {
  /** For a whole request head, from its first byte or the connection's beginning. */
  requestHeadMs: number
  /** For the next request when nothing is under way. */
  keepAliveMs: number
  /**
   * For any byte of a body that somebody reads, or for 8 KiB where its length is known, unless its answer is under way.
   * node:http knows no such limit.
   */
  bodyIdleMs: number
  /** For a visitor to take any of the bytes that wait for him. node:http knows no such limit. */
  readerIdleMs: number
}

/** Where a request came from. */
export interface Origin {
  /** As text, for example `203.0.113.7` or `2001:db8::1`. */
  readonly address: string
  readonly scheme: Scheme
  /** The host that a trusted proxy was asked for; undefined: the one of the request. */
  readonly host?: string | undefined
  /** The port at which a trusted proxy was asked; undefined: what follows from host and scheme. */
  readonly port?: string | undefined
}

/** The other end of a connection. */
export interface Peer extends Origin {
  /** Where it is a trusted proxy: all of them. Then its requests say where they came from. */
  readonly proxies?: AddressRanges | undefined
}

export type Scheme = 'http' | 'https'

/** Receives each request; must attach a handler or answer before it returns. */
export type OnVisitor = (visitor: Visitor) => void

/** A request head that passed the checks of request-head.ts: it can be read in one way only. */
export interface VisitorRequest {
  /** `upgrade` when the visitor asks to leave HTTP after this head. */
  readonly kind: StreamKind
  readonly method: string
  /** Origin form, or `*` with OPTIONS. */
  readonly target: string
  readonly httpVersion: '1.0' | '1.1' | '2'
  /** What the request is routed by: lowercase, without port and final dot. */
  readonly hostname: string
  /** The host with its port, as the visitor wrote it. */
  readonly host: string
  /**
   * The fields that the app is sent: `Host` first, nothing hop-by-hop, nothing that only the edge may say; behind them what
   * the edge says of the visitor. Requests share them.
   */
  readonly fields: readonly HeaderField[]
  readonly hasBody: boolean
  /** In bytes; undefined where the visitor named none. */
  readonly contentLength: number | undefined
  /** Whether the visitor waits for a 100 before he sends the body. */
  readonly expectsContinue: boolean
  /** Whether the visitor keeps his connection for another request (RFC 9112, section 9.3). */
  readonly isPersistent: boolean
  /** The value of `Accept`; empty when there is none. */
  readonly accept: string
  readonly origin: Origin
}

/** The head of an answer. Names and values must be valid (RFC 9110, section 5): the ingress writes them as they are. */
export interface AnswerHead {
  status: number
  reason: string
  /** Names and values alternating; nothing hop-by-hop: the ingress frames the answer itself. */
  fields: readonly string[]
}

/** One request of a visitor, and the way to answer it. */
export interface Visitor {
  readonly request: VisitorRequest
  /** Says who is told what happens. The body waits until `resume`. */
  attach(handler: VisitorHandler): void
  /** Lets the body flow to the handler. */
  resume(): void
  /** Stops that flow; what the visitor sends meanwhile waits in his own buffers. */
  pause(): void
  /** Sends a 1xx head other than 101, unless the visitor cannot take one (HTTP/1.0). */
  sendInterim(head: AnswerHead): void
  /** Sends the final head, in one write with the body bytes of the same turn of the event loop. */
  sendHead(head: AnswerHead): void
  /** Sends body bytes. False: they wait in a buffer; no more until `onDrain`. */
  write(chunk: Buffer): boolean
  /** Completes the answer. Trailers are left out where the answer's framing has no room for them. */
  end(trailers?: readonly HeaderField[]): void
  /** Cuts the connection in such a way that no part of an answer passes for a whole one. */
  destroy(): void
  /**
   * Answers 101 and gives the connection away, with the bytes that came after the head in front. Nothing else may be
   * called afterwards. Only for `upgrade` requests.
   */
  switchProtocols(head: AnswerHead): Duplex
}

/** What the owner of a visitor is told. */
export interface VisitorHandler {
  onBody(chunk: Buffer): void
  /** The request is complete; `trailers` alternate name and value as they came. */
  onBodyEnd(trailers: readonly string[]): void
  /** What `write` left in the buffer has gone to the visitor. */
  onDrain(): void
  /** The visitor left, or the connection broke, before request and answer were complete. Nothing follows. */
  onGone(): void
}

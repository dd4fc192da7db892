import type { Duplex } from 'node:stream'
import type { HeaderField, VisitorKind } from '@culvert/wire'
import type { ErrorCode } from './error-code.ts'
import type { TokenBucket } from './token-bucket.ts'

// The interface between the public side and the tunnels: each HTTP server hands its requests on as `Visitor`s, and nothing behind it
// knows which HTTP version they used.

/** Where a request came from. */
export interface Origin {
  /** As text, for example `203.0.113.7` or `2001:db8::1`. */
  readonly address: string
  readonly scheme: Scheme
  /** The host that a trusted proxy was asked for; undefined if it is the request's. */
  readonly host?: string | undefined
  /** The port at which a trusted proxy was asked; undefined if it follows from host and scheme. */
  readonly port?: string | undefined
}

export type Scheme = 'http' | 'https'

/** A request head that passed every check: it can be read in one way only. */
export interface VisitorRequest {
  /** Set and returned by `requestIdOf`; undefined until it is first needed. */
  id: string | undefined
  /** `upgrade` if the visitor asks to leave HTTP after this head. */
  readonly kind: VisitorKind
  readonly method: string
  /** Origin form, or `*` with OPTIONS. */
  readonly target: string
  readonly httpVersion: '1.0' | '1.1' | '2'
  /** The hostname that the request is routed by: lowercase, without port and final dot. */
  readonly hostname: string
  /** The host with its port, as the visitor wrote it. */
  readonly host: string
  /**
   * The fields that the app is sent: `Host` first, nothing hop-by-hop, nothing that only the edge may set; then
   * the edge's fields that describe the visitor.
   */
  readonly fields: readonly HeaderField[]
  /** Whether other requests share the fields, so that they must never change. */
  readonly areFieldsShared: boolean
  readonly hasBody: boolean
  /** In bytes; undefined if the visitor sent none. */
  readonly contentLength: number | undefined
  /** Whether the visitor waits for a 100 (Continue) before it sends the body. */
  readonly expectsContinue: boolean
  /** Whether the visitor keeps its connection for another request (RFC 9112, section 9.3). */
  readonly isPersistent: boolean
  /** The value of `Accept`; empty if there is none. */
  readonly accept: string
  readonly origin: Origin
}

/** The head of an answer. Names and values must be valid (RFC 9110, section 5): the ingress writes them as they are. */
export interface AnswerHead {
  status: number
  reason: string
  /** Names and values alternating; nothing hop-by-hop: the ingress frames the answer itself. */
  fields: readonly string[]
  /** Whether other answers share the fields, so that they must never change. */
  isShared?: boolean
  /** Why the edge answers with an error page; undefined for any other answer. */
  cause?: Cause
}

/** Why a request got no answer other than the edge's. */
export interface Cause {
  /** The error page's code; undefined if none was sent. */
  code: ErrorCode | undefined
  /** For the log and for the tunnel's owner. */
  detail: string | undefined
}

/** The facts of a tunnel that the record of its request contains. */
export interface NotedTunnel {
  readonly agentId: string
  readonly gatewayId: string | null
  /** The tunnel's account, and its budget of requests that may still be recorded. */
  readonly account: { readonly id: string; readonly records: TokenBucket }
}

/** What the code that serves a request notes for its record, in addition to what the visitor's side shows. */
export interface RequestNotes {
  /** Called when the request's tunnel is known. */
  noteTunnel(tunnel: NotedTunnel): void
  /** Called when the API has said that the hostname belongs to a gateway that no tunnel serves. */
  noteReserved(): void
  /** Called when the tunnel's agent is asked. */
  noteAsked(): void
  /** Called before the app's final head, or its 101, is sent. */
  noteApp(): void
  /** Called with the reason before an answer, or an upgraded connection, is broken off. */
  noteReason(reason: string): void
  /** Called with bytes received over the upgraded connection; the chunk is read at once. */
  noteRawIn(chunk: Buffer): void
  /** Called with bytes sent over the upgraded connection; the chunk is read at once. */
  noteRawOut(chunk: Buffer): void
  /** Called when the upgraded connection is over. */
  noteRawEnd(): void
  /** Excludes the request from recording here: it is not for a tunnel, or another process records it. */
  dismiss(): void
}

/** One request of a visitor, and the way to answer it. */
export interface Visitor {
  readonly request: VisitorRequest
  /** Undefined if the request is not recorded. */
  readonly notes?: RequestNotes
  /** Sets the handler that receives events. The body waits until `resume`. */
  attach(handler: VisitorHandler): void
  /** Lets the body flow to the handler. */
  resume(): void
  /** Stops the flow; what the visitor sends meanwhile waits in its own buffers. */
  pause(): void
  /** Sends a 1xx head other than 101, unless the visitor cannot take one (HTTP/1.0). */
  sendInterim(head: AnswerHead): void
  /** Sends the final head, in one write with the body bytes of the same turn of the event loop. */
  sendHead(head: AnswerHead): void
  /** Sends body bytes. Returns false if they wait in a buffer; no more may then be sent until `onDrain`. */
  write(chunk: Buffer): boolean
  /** Completes the answer. Trailers are omitted if the answer's framing has no place for them. */
  end(trailers?: readonly HeaderField[]): void
  /** Cuts the connection such that no part of an answer passes for a whole one. */
  destroy(): void
  /**
   * Answers 101 and hands over the connection, with the bytes that came after the head in front. Nothing else may be
   * called afterwards. Only for `upgrade` requests.
   */
  switchProtocols(head: AnswerHead): Duplex
}

/** Called with events on the visitor's side. */
export interface VisitorHandler {
  onBody(chunk: Buffer): void
  /** Called when the request is complete; `trailers` alternate name and value as received. */
  onBodyEnd(trailers: readonly string[]): void
  /** Called when what `write` left in the buffer has been sent. */
  onDrain(): void
  /**
   * Called when the visitor left, or the connection broke, before request and answer were complete. No call follows. `cause` is the reason if the
   * connection gave the request up; it may then answer with an error page.
   */
  onGone(cause?: Cause): void
}

/** The reason given for a request whose visitor left. */
export const goneReason = 'The visitor closed the connection.'

/**
 * Reports whether an answer can have a body. An answer to HEAD, or with 204 or 304, ends with its head (RFC 9112, section 6.3); one with 205
 * has no content (RFC 9110, section 15.3.6), and HTTP/2 cannot send any with it.
 */
export function hasContent(method: string, status: number): boolean {
  return method !== 'HEAD' && status !== 204 && status !== 205 && status !== 304
}

/** Reports whether a request's method is safe (RFC 9110, section 9.2.1), so that it may be sent twice or overtake another. */
export function isSafe({ method, kind }: VisitorRequest): boolean {
  return kind === 'http' && (method === 'GET' || method === 'HEAD' || method === 'OPTIONS')
}

/** Reports whether a request may be sent again when it is unknown how far it got: it is safe, and has no body to lose. */
export function isRepeatable(request: VisitorRequest): boolean {
  return isSafe(request) && !request.hasBody
}

/** Pairs names and values that alternate. */
export function pairFields(alternating: readonly string[]): HeaderField[] {
  const fields: HeaderField[] = []
  for (let index = 0; index + 1 < alternating.length; index += 2) {
    fields.push([alternating[index] ?? '', alternating[index + 1] ?? ''])
  }
  return fields
}

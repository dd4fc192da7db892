import type { ErrorCode } from '../error-code.ts'
import { type Peer, readOrigin } from './origin.ts'

/** Why nothing more is read on a connection, and what is known about the refused request. */
export interface Refusal {
  code: ErrorCode
  /** For the log. */
  detail: string
  /** Empty if the head could not be parsed. */
  method: string
  accept: string
  /** The visitor's address; if the head could not be parsed, that of the other end of the connection. */
  address: string
  /** The request's id, if it has one; otherwise the error page's. */
  requestId?: string
  /** The head; undefined if it could not be parsed, or if the head is not at fault. */
  head?: RefusedHead
}

/** A head that was parsed, but is not served. */
export interface RefusedHead {
  readonly method: string
  readonly target: string
  readonly httpVersion: string
  readonly section: { readonly rawHeaders: readonly string[] }
}

/** Creates the refusal of a request; `head` is missing if it could not be parsed. */
export function makeRefusal({ code, message }: RequestRefused, peer: Peer, head?: RefusedHead): Refusal {
  if (head === undefined) return { code, detail: message, method: '', accept: '', address: peer.address }
  const { method, section } = head
  const { rawHeaders } = section
  // The proxy's statement about its visitor may be the fault itself.
  const origin = peer.proxies && readOrigin(peer, peer.proxies, rawHeaders)
  return { code, detail: message, method, accept: findAccept(rawHeaders), address: (origin ?? peer).address, head }
}

function findAccept(rawHeaders: readonly string[]): string {
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === 'accept') return rawHeaders[index + 1] ?? ''
  }
  return ''
}

/** Thrown for a request that is not served; `code` names the page, the message is for the log. */
export class RequestRefused extends Error {
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string) {
    super(message)
    this.name = 'RequestRefused'
    this.code = code
  }
}

/** Returns the error for a request that can be read in two ways, or in none. */
export function badRequest(message: string): RequestRefused {
  return new RequestRefused('CULVERT_BAD_REQUEST', message)
}

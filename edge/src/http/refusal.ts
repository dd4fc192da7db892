import type { ErrorCode } from '../pages/errors.ts'
import { readOrigin } from './origin.ts'
import type { Peer } from './origin.ts'

/** Why nothing more is read on a connection, and what is known of the refused request. */
export interface Refusal {
  code: ErrorCode
  /** For the log. */
  detail: string
  /** Empty when the head could not be parsed. */
  method: string
  accept: string
  /** The visitor's; when the head could not be parsed, that of the other end of the connection. */
  address: string
}

/** A head that was parsed. */
interface ReadHead {
  method: string
  section: { readonly rawHeaders: readonly string[] }
}

/** Makes the refusal of a request; `head` is missing where it could not be parsed. */
export function makeRefusal({ code, message }: RequestRefused, peer: Peer, head?: ReadHead): Refusal {
  if (head === undefined) return { code, detail: message, method: '', accept: '', address: peer.address }
  const { method, section } = head
  const { rawHeaders } = section
  // What a trusted proxy says of its visitor may be the fault itself.
  const origin = peer.proxies && readOrigin(peer, peer.proxies, rawHeaders)
  return { code, detail: message, method, accept: findAccept(rawHeaders), address: (origin ?? peer).address }
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

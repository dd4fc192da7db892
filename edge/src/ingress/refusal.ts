import type { ErrorCode } from '../pages/errors.ts'
import { readOrigin } from './origin.ts'
import type { RawRequestHead } from './request-head.ts'
import type { RequestRefused } from './request-refused.ts'
import type { Peer } from './visitor.ts'

/** Why nothing more is read on a connection, and what is known of the request that was too much. */
export interface Refusal {
  code: ErrorCode
  /** For the log. */
  detail: string
  /** Empty where the head could not be taken apart. */
  method: string
  accept: string
  /** The visitor's; where the head could not be taken apart, that of the other end of the connection. */
  address: string
}

/** Says why a request is refused; `head` is missing where it could not be taken apart. */
export function makeRefusal({ code, message }: RequestRefused, peer: Peer, head?: RawRequestHead): Refusal {
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

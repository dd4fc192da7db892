import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { Peer } from '../http/origin.ts'
import type { ConnectionHandoff } from '../http/connection-handoff.ts'
import { findProcessInRequest } from '../process-names.ts'
import type { VisitorRequest } from '../visitor.ts'

/** Passes a connection, with its request, to the process that its only request names. Returns false if this process serves it. */
export function handOff(handoff: ConnectionHandoff, socket: Socket, peer: Peer, request: VisitorRequest): boolean {
  const { method, target, fields } = request
  const process = findProcessInRequest(target, fields)
  // A TLS connection was passed on at the start of TLS, or not at all.
  if (process === undefined || socket instanceof TLSSocket) return false
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const head = `${method} ${target} HTTP/1.1\r\n${lines}Connection: Upgrade\r\n\r\n`
  return handoff.pass(socket, { process, isSecure: false, received: Buffer.from(head, 'latin1') }, peer)
}

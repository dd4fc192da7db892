import { isIP, type Socket } from 'node:net'
import { messageOf } from '@culvert/program'
import { findErrorCode } from '../../ground/errors.ts'
import { isLocalName } from '../../ground/hostnames.ts'
import type { DnsClient } from '../dns/look-up.ts'
import { type Answer, sendRequest, type OutgoingRequest } from './request.ts'
import { connectTo, secure, toBareHost, within } from './connect.ts'

/** Explains why a server that somebody named was not asked. */
export class OutgoingFault extends Error {}

/** A guard that keeps requests out of networks that only this program can reach. */
export interface Guard {
  dns: DnsClient
  /** Reports whether an address that a name leads to may be reached. */
  mayReach: (address: string) => boolean
  /** Explains, as a clause, why none of a host's addresses may be reached. */
  describeRefusal: (host: string) => string
}

/**
 * Asks a server that somebody named. Connects only to the addresses that were checked, and follows no redirect. Rejects with OutgoingFault, or
 * with Node's errors; `describeOutgoingFault` has the words for both.
 */
export async function sendOutgoing(guard: Guard, url: URL, question: Omit<OutgoingRequest, 'path'>): Promise<Answer> {
  const endsAt = performance.now() + question.timeoutMs
  const leftMs = () => Math.max(1, Math.ceil(endsAt - performance.now()))
  const addresses = await within(leftMs(), findAddresses(guard, url))
  const socket = await connect(url, addresses, leftMs)
  return await sendRequest(socket, url, { ...question, path: url.pathname + url.search, timeoutMs: leftMs() }).finally(
    () => socket.destroy(),
  )
}

/** Returns why a server could not be asked, in a sentence. */
export function describeOutgoingFault(error: unknown): string {
  if (error instanceof OutgoingFault) return error.message
  return faults[findErrorCode(error) ?? ''] ?? `The request could not be sent: ${messageOf(error)}.`
}

async function connect(url: URL, addresses: readonly string[], leftMs: () => number): Promise<Socket> {
  const socket = await connectTo(url, addresses, leftMs())
  if (url.protocol === 'http:') return socket
  const secured = await secure(socket, url, [], leftMs())
  if (secured.authorized) return secured
  secured.destroy()
  throw new OutgoingFault(`${url.host} presents no valid certificate: ${messageOf(secured.authorizationError)}.`)
}

/** Resolves with those of a host's addresses that may be reached. */
async function findAddresses({ dns, mayReach, describeRefusal }: Guard, url: URL): Promise<string[]> {
  const host = toBareHost(url.hostname)
  const reachable = (await lookUp(dns, host)).filter(mayReach)
  // The addresses are not named: that would reveal the operator's network.
  if (reachable.length === 0) throw new OutgoingFault(`${describeRefusal(host)}.`)
  return reachable
}

async function lookUp(dns: DnsClient, host: string): Promise<string[]> {
  if (isIP(host) !== 0) return [host]
  // Every machine resolves these names to itself, but not every resolver does.
  if (isLocalName(host)) return ['127.0.0.1', '::1']
  const found = await dns.lookUpAddresses(host)
  switch (found.outcome) {
    case 'found':
      return found.values
    case 'no-name':
      throw new OutgoingFault(`No name server knows ${host}.`)
    case 'no-record':
      throw new OutgoingFault(`${host} has no address.`)
    case 'servfail':
      throw new OutgoingFault(`${host} could not be looked up: the domain's own servers gave no usable answer.`)
    case 'unanswered':
      throw new OutgoingFault(`${host} could not be looked up: ${found.reason}.`)
    default:
      return found satisfies never
  }
}

/** Why no complete answer came, by Node's codes. */
const faults: Partial<Record<string, string>> = {
  ECONNREFUSED: 'Nothing listens there: the connection was refused.',
  ECONNRESET: 'The connection broke off before the answer was there.',
  ETIMEDOUT: 'No complete answer came in time.',
  ABORT_ERR: 'No complete answer came in time.',
}

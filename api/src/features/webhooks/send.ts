import { isIP, type Socket } from 'node:net'
import { messageOf } from '@culvert/program'
import { findErrorCode } from '../../ground/errors.ts'
import { isLocalName } from '../../ground/hostnames.ts'
import type { App } from '../../platform/app.ts'
import { type Answer, ask } from '../../platform/public-side/ask.ts'
import { connectTo, secure, toBareHost } from '../../platform/public-side/connect.ts'
import { version } from '../site/service.ts'
import { mayReach, notReachable } from './rules.ts'

/** What came of an attempt. */
export interface Outcome {
  /** Null where no answer came. */
  status: number | null
  /** Why it failed, in a sentence; null where it did not. */
  fault: string | null
  durationMs: number
  /** The beginning of the answer; null where none came. */
  answer: string | null
  /** How long the receiver asks to be left alone; undefined when it does not. */
  retryAfterMs: number | undefined
}

/** How much of an answer is read. */
const answerBytesMax = 1_024

/** Says in words why nothing could be sent. */
class SendFault extends Error {}

/** Sends a body to a webhook's receiver. Never rejects: what went wrong is an outcome. */
export async function send(app: App, to: string, headers: Record<string, string>, body: string): Promise<Outcome> {
  const startedAt = performance.now()
  const passedMs = () => Math.round(performance.now() - startedAt)
  try {
    const answer = await post(app, new URL(to), headers, Buffer.from(body))
    const { status } = answer
    return {
      status,
      fault: status >= 200 && status < 300 ? null : describeStatus(status),
      durationMs: passedMs(),
      answer: toText(answer.body),
      retryAfterMs: readRetryAfter(answer.headers['retry-after'], app.clock.now()),
    }
  } catch (error) {
    return { status: null, fault: describeFault(error), durationMs: passedMs(), answer: null, retryAfterMs: undefined }
  }
}

/** Connects to the very addresses that were looked at, and follows no redirect. */
async function post(app: App, url: URL, headers: Record<string, string>, body: Buffer): Promise<Answer> {
  const endsAt = performance.now() + app.config.webhooks.timeoutMs
  const leftMs = () => Math.max(1, Math.ceil(endsAt - performance.now()))
  const addresses = await within(leftMs(), findAddresses(app, url))
  const socket = await connect(url, addresses, leftMs)
  return await ask(socket, url, {
    method: 'POST',
    path: url.pathname + url.search,
    headers: { 'content-type': 'application/json', 'user-agent': `Culvert/${version}`, ...headers },
    body,
    timeoutMs: leftMs(),
    bytesMax: answerBytesMax,
  }).finally(() => socket.destroy())
}

async function connect(url: URL, addresses: readonly string[], leftMs: () => number): Promise<Socket> {
  const socket = await connectTo(url, addresses, leftMs())
  if (url.protocol === 'http:') return socket
  const secured = await secure(socket, url, [], leftMs())
  if (secured.authorized) return secured
  secured.destroy()
  throw new SendFault(`${url.host} shows no good certificate: ${messageOf(secured.authorizationError)}.`)
}

/** Resolves with those of a host's addresses that may be reached. */
async function findAddresses({ config, dns }: App, url: URL): Promise<string[]> {
  const host = toBareHost(url.hostname)
  const addresses = await lookUp(dns, host)
  const reachable = addresses.filter((address) => mayReach(address, url, config))
  // Which addresses these are is not said: it would tell of the operator's network.
  if (reachable.length === 0) throw new SendFault(`${notReachable(host)}.`)
  return reachable
}

async function lookUp(dns: App['dns'], host: string): Promise<string[]> {
  if (isIP(host) !== 0) return [host]
  // Every machine resolves these names to itself, but not every resolver does.
  if (isLocalName(host)) return ['127.0.0.1', '::1']
  const found = await dns.lookUpAddresses(host)
  switch (found.outcome) {
    case 'found':
      return found.values
    case 'no-name':
      throw new SendFault(`No name server knows ${host}.`)
    case 'no-record':
      throw new SendFault(`${host} has no address.`)
    case 'servfail':
      throw new SendFault(`${host} could not be looked up: the domain’s own servers gave no usable answer.`)
    case 'unanswered':
      throw new SendFault(`${host} could not be looked up: ${found.reason}.`)
    default:
      return found satisfies never
  }
}

async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' })), ms)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

function describeStatus(status: number): string {
  if (status === 410) return 'It answered 410 Gone, which says that it wants nothing any more.'
  if (status >= 300 && status < 400)
    return `It answered ${status}, a redirect, which is not followed. Set the URL that it leads to.`
  return `It answered ${status}, which is no success.`
}

/** Why no whole answer came, by the codes of Node. */
const faults: Partial<Record<string, string>> = {
  ECONNREFUSED: 'Nothing listens there: the connection was refused.',
  ECONNRESET: 'The connection broke off before the answer was there.',
  ETIMEDOUT: 'No whole answer came in time.',
  ABORT_ERR: 'No whole answer came in time.',
}

function describeFault(error: unknown): string {
  if (error instanceof SendFault) return error.message
  return faults[findErrorCode(error) ?? ''] ?? `No request came about: ${messageOf(error)}.`
}

/** Parses Retry-After (RFC 9110, section 10.2.3). */
function readRetryAfter(value: string | undefined, now: Date): number | undefined {
  if (value === undefined) return undefined
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - now.getTime()
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

/** An answer as text that can be stored. */
function toText(bytes: Buffer): string {
  return bytes.toString('utf8').replaceAll('\0', '\uFFFD')
}

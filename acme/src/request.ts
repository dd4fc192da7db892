import { request as requestPlain, type IncomingMessage } from 'node:http'
import { Agent, request as requestSecure } from 'node:https'
import { createSecureContext, getCACertificates } from 'node:tls'
import { X509Certificate } from 'node:crypto'
import { messageOf } from '@culvert/program'
import { readPemBlocks } from './pem.ts'
import { AcmeError, hostOf, malformed, toLine } from './problem.ts'

/** An authority's answer. */
export interface Answer {
  status: number
  contentType: string
  /** The body as text; at most a megabyte. */
  text: string
  location: string | undefined
  nonce: string | undefined
  retryAfter: Date | undefined
}

export interface OutgoingRequest {
  method: 'GET' | 'HEAD' | 'POST'
  url: string
  accept?: string
  /** JSON. */
  body?: string
  /** The content type of the body; a JWS by default. */
  contentType?: string
  signal: AbortSignal
}

/** Sends requests to authorities. Each uses a separate connection: an order takes ten of them within a minute, or an hour. */
export class Requests {
  readonly #agent: Agent | undefined
  readonly #requestMs: number

  constructor(rootCertificates: string | undefined, requestMs: number) {
    this.#agent = rootCertificates === undefined ? undefined : createTrustingAgent(rootCertificates)
    this.#requestMs = requestMs
  }

  /** Returns the answer whatever its status; a redirect is not followed. Throws AcmeError if there is none, and the signal's reason once it is aborted. */
  async send(sent: OutgoingRequest): Promise<Answer> {
    const { signal, url } = sent
    signal.throwIfAborted()
    const deadline = AbortSignal.timeout(this.#requestMs)
    try {
      return await this.#exchange(sent, AbortSignal.any([signal, deadline]))
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof AcmeError) throw error
      const fault = deadline.aborted ? `did not answer within ${this.#requestMs / 1_000} seconds` : explain(error)
      throw new AcmeError(`${hostOf(url)} ${fault}.`, { type: 'connection', cause: error })
    }
  }

  async #exchange(sent: OutgoingRequest, signal: AbortSignal): Promise<Answer> {
    const { method, url, accept, body, contentType = 'application/jose+json' } = sent
    const headers: Record<string, string> = { 'user-agent': userAgent, 'accept-language': 'en' }
    if (accept !== undefined) headers.accept = accept
    if (body !== undefined) {
      headers['content-type'] = contentType
      headers['content-length'] = String(Buffer.byteLength(body))
    }
    const request = url.startsWith('https:')
      ? requestSecure(url, { method, headers, signal, agent: this.#agent ?? false })
      : requestPlain(url, { method, headers, signal, agent: false })
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    request.on('response', resolve).on('error', reject)
    // Without a listener, Node would end a request that is answered with 101 without an event, even for its deadline.
    request.on('upgrade', (_response, socket) => {
      socket.destroy()
      reject(new Error('it switched to another protocol'))
    })
    request.end(body)
    const response = await promise
    // A reset after the head is reported by the body's iterator; without a listener here it would end the process.
    request.on('error', () => response.destroy())
    const status = response.statusCode ?? 0
    const text = await readText(response, url)
    const { location } = response.headers
    return {
      status,
      contentType: (response.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '',
      text,
      location: location === undefined || !URL.canParse(location, url) ? undefined : new URL(location, url).href,
      nonce: readNonce(response.headers['replay-nonce']),
      retryAfter: readRetryAfter(response.headers['retry-after']),
    }
  }
}

const maxAnswerBytes = 1_000_000
const userAgent = 'culvert-acme/1'

async function readText(response: IncomingMessage, url: string): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxAnswerBytes) throw malformed(url, `more than ${maxAnswerBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** Returns undefined for anything but a nonce (RFC 8555, section 6.5.1). */
function readNonce(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' && /^[\w-]{1,1000}$/.test(value) ? value : undefined
}

/** Longer waits are reduced to this. */
const maxWaitMs = 366 * 24 * 60 * 60 * 1_000

/** Returns the time that a Retry-After names, in seconds or as a date (RFC 9110, section 10.2.3); undefined for nonsense. */
export function readRetryAfter(value: string | undefined, nowMs = Date.now()): Date | undefined {
  if (value === undefined) return undefined
  const timeMs = /^\d{1,15}$/.test(value) ? nowMs + Number(value) * 1_000 : Date.parse(value)
  return Number.isNaN(timeMs) ? undefined : new Date(Math.min(timeMs, nowMs + maxWaitMs))
}

/** Trusts the operator's roots in addition to the system's, so that a private authority may keep its files at a public one. */
function createTrustingAgent(rootCertificates: string): Agent {
  const roots = readPemBlocks(rootCertificates)
  if (roots.length === 0) throw new Error('Expected the root certificates of the authority in PEM, got none.')
  for (const root of roots) {
    try {
      void new X509Certificate(root)
    } catch (error) {
      throw new Error('Expected the root certificates of the authority in PEM; one of them is not readable.', {
        cause: error,
      })
    }
  }
  return new Agent({ secureContext: createSecureContext({ ca: [...getCACertificates(), ...roots] }) })
}

function explain(error: unknown): string {
  return `could not be reached: ${toLine(messageOf(error)) || 'the connection broke'}`
}

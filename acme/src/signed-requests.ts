import { FlattenedSign, importJWK, type FlattenedJWS, type JWK } from 'jose'
import { readDirectory, type Directory } from './directory.ts'
import { hostOf, malformed, refused } from './problem.ts'
import type { Answer, Requests } from './request.ts'

/** A successful answer, with its body parsed if it is JSON. */
export interface SuccessfulAnswer extends Answer {
  json: unknown
}

/** A request to sign. */
export interface SignedRequest {
  url: string
  /** Undefined asks for the resource itself (POST-as-GET; RFC 8555, section 6.3). */
  payload: unknown
  /** Includes the public key itself, as only requests without an account do (RFC 8555, section 6.2); false names the account. */
  showsKey?: boolean
  /** JSON by default. */
  accept?: string
  signal: AbortSignal
}

/** Signs requests to one authority, and holds what that takes: its directory, nonces, and the account. Any number may be under way at once. */
export class SignedRequests {
  readonly #directoryUrl: string
  readonly #requests: Requests
  #key: JWK
  #accountUrl: string | undefined
  #directory: { read: Directory; atMs: number } | undefined
  /** Unused nonces, the newest last: authorities forget the oldest first. */
  readonly #nonces: string[] = []

  constructor(options: { directoryUrl: string; requests: Requests; accountKey: JWK; accountUrl: string | undefined }) {
    checkDirectoryUrl(options.directoryUrl)
    this.#directoryUrl = options.directoryUrl
    this.#requests = options.requests
    this.#key = options.accountKey
    this.#accountUrl = options.accountUrl
  }

  get accountUrl(): string {
    if (this.#accountUrl === undefined)
      throw new Error('Expected an account at the authority: openAccount comes first.')
    return this.#accountUrl
  }

  set accountUrl(url: string) {
    this.#accountUrl = url
  }

  get publicKey(): JWK {
    return publicPart(this.#key)
  }

  /** Signs with another key from now on. */
  set key(key: JWK) {
    this.#key = key
  }

  /** Returns the directory; it is cached for an hour. */
  async directory(signal: AbortSignal): Promise<Directory> {
    const known = this.#directory
    if (known !== undefined && performance.now() - known.atMs < directoryMs) return known.read
    return await this.readDirectory(signal)
  }

  async readDirectory(signal: AbortSignal): Promise<Directory> {
    const { json } = succeed(this.#directoryUrl, await this.#send('GET', this.#directoryUrl, signal))
    const read = readDirectory(this.#directoryUrl, json)
    this.#directory = { read, atMs: performance.now() }
    return read
  }

  /** Reads a resource that needs no account. */
  async get(url: string, signal: AbortSignal): Promise<SuccessfulAnswer> {
    await this.#checkOrigin(url, signal)
    return succeed(url, await this.#send('GET', url, signal))
  }

  /** Sends a signed request; retries with a fresh nonce while the authority has forgotten the one it was sent. */
  async post({ url, payload, showsKey = false, accept, signal }: SignedRequest): Promise<SuccessfulAnswer> {
    await this.#checkOrigin(url, signal)
    const key = this.#key
    const signer = showsKey ? { jwk: publicPart(key) } : { kid: this.accountUrl }
    let nonce = this.#nonces.pop() ?? (await this.#fetchNonce(signal))
    for (let attempt = 1; ; attempt += 1) {
      const body = JSON.stringify(await sign(key, { ...signer, nonce, url }, payload))
      const answer = await this.#requests.send({ method: 'POST', url, accept, body, signal })
      const isLast = attempt === maxAttempts
      if (!isLast && isBadNonce(answer)) {
        nonce = answer.nonce ?? (await this.#fetchNonce(signal))
        continue
      }
      this.#keepNonce(answer)
      return succeed(url, answer)
    }
  }

  async #send(method: 'GET' | 'HEAD', url: string, signal: AbortSignal): Promise<Answer> {
    return await this.#requests.send({ method, url, signal })
  }

  async #fetchNonce(signal: AbortSignal): Promise<string> {
    const { newNonce } = await this.directory(signal)
    const answer = await this.#send('HEAD', newNonce, signal)
    // A HEAD answer has no problem document; the status must do.
    if (answer.status >= 300) succeed(newNonce, answer)
    if (answer.nonce === undefined) throw malformed(newNonce, 'no nonce in Replay-Nonce', answer.status)
    return answer.nonce
  }

  #keepNonce({ nonce }: Answer): void {
    if (nonce === undefined) return
    this.#nonces.push(nonce)
    if (this.#nonces.length > maxNonces) this.#nonces.shift()
  }

  /** Checks a URL: an authority's answer must not make the account's key sign something for another host. */
  async #checkOrigin(url: string, signal: AbortSignal): Promise<void> {
    const { origins } = await this.directory(signal)
    const origin = URL.canParse(url) ? new URL(url).origin : url
    if (origins.has(origin)) return
    throw malformed(this.#directoryUrl, `a URL at ${hostOf(url)}, which its directory does not name`)
  }
}

const directoryMs = 60 * 60 * 1_000
const maxNonces = 16
/** With an authority that rejects 60 % of all nonces, one request in 350,000 exhausts these attempts. */
const maxAttempts = 25

function isBadNonce({ status, text }: Answer): boolean {
  return status >= 400 && text.includes('urn:ietf:params:acme:error:badNonce')
}

function succeed(url: string, answer: Answer): SuccessfulAnswer {
  const json = answer.contentType.endsWith('json') ? parseJson(answer.text) : undefined
  const { status, retryAfter } = answer
  if (status >= 200 && status < 300) return { ...answer, json }
  if (status < 400) throw malformed(url, `a redirection (${status}), which is not followed`, status)
  throw refused(url, status, json, retryAfter)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns a payload signed by a key in the form of RFC 8555, section 6.2; undefined is signed as zero bytes. */
export async function sign(key: JWK, header: Record<string, unknown>, payload: unknown): Promise<FlattenedJWS> {
  const text = payload === undefined ? '' : JSON.stringify(payload)
  return await new FlattenedSign(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: 'ES256', ...header })
    .sign(await importJWK(key, 'ES256'))
}

/** Returns a key without its private part. */
export function publicPart({ kty, crv, x, y }: JWK): JWK {
  return { kty, crv, x, y }
}

/** Checks the URL of a directory. Loopback is allowed because tests run their authorities there. */
function checkDirectoryUrl(url: string): void {
  const { protocol, hostname } = URL.canParse(url) ? new URL(url) : { protocol: '', hostname: '' }
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
  if (protocol === 'https:' || (protocol === 'http:' && isLoopback)) return
  throw new Error(`Expected the directory of the authority as an https:// URL, got ${JSON.stringify(url)}.`)
}

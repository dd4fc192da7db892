import { X509Certificate } from 'node:crypto'
import { FlattenedSign, type JWK } from 'jose'
import { textOutsidePemBlocks, readPemBlocks } from './pem.ts'
import { isWebUrl, type AcmeDirectory } from './directory.ts'
import { readAuthorization, readOrder, type AcmeAuthorization, type AcmeOrder } from './order.ts'
import { AcmeError, malformed } from './problem.ts'
import { Requests } from './request.ts'
import { publicPart, sign, SignedRequests, type SuccessfulAnswer } from './signed-requests.ts'
import { isRecord, readTime, type Identifier } from './values.ts'

export interface AcmeClientOptions {
  /** The authority's directory: an https:// URL, or http:// on loopback. */
  directoryUrl: string
  /** Roots in PEM to trust in addition to the system's, for the authority's own HTTPS; undefined for none. */
  rootCertificates?: string
  /** The account's key, as created by `createAccountKey`. */
  accountKey: JWK
  /** The account's URL at the authority; undefined until `openAccount` has returned it. */
  accountUrl?: string
  /** How long one request may take; milliseconds. */
  requestMs?: number
}

export interface NewAccount {
  /** Mail addresses, with or without `mailto:`. */
  contacts: string[]
  /** Whether the operator accepts the terms that the directory names. */
  acceptsTerms: boolean
  /** The account at the authority's website (RFC 8555, section 7.3.4). */
  externalAccount?: { kid: string; /** Base64url. */ hmacKey: string }
  /** Opens no account, but finds the one that belongs to the key: for example, after a change of keys whose answer was lost. */
  mustExist?: boolean
}

export interface NewOrder {
  identifiers: Identifier[]
  /** One of the directory's profiles; undefined leaves the choice to the authority. */
  profile?: string
  /** The `certificateId` of the certificate that this one will replace. */
  replaces?: string
}

/** When an authority wants a certificate renewed (RFC 9773, section 4.2). */
export interface RenewalInfo {
  windowStart: Date
  windowEnd: Date
  /** The authority's reason, for people. */
  explanationUrl?: string
  /** When to ask again. */
  retryAfter?: Date
}

/**
 * Speaks ACME (RFC 8555) with one authority for one account. Each call is a separate step that needs only what earlier calls
 * returned, so an interrupted program can continue with another client. Any number of calls may be under way at once.
 *
 * All calls throw AcmeError, and the signal's reason once it is aborted.
 */
export class AcmeClient {
  readonly #requests: SignedRequests

  constructor({ directoryUrl, rootCertificates, accountKey, accountUrl, requestMs = 20_000 }: AcmeClientOptions) {
    const requests = new Requests(rootCertificates, requestMs)
    this.#requests = new SignedRequests({ directoryUrl, requests, accountKey, accountUrl })
  }

  /** Requests the directory again. */
  async readDirectory(signal: AbortSignal): Promise<AcmeDirectory> {
    const { termsOfService, website, caaIdentities, externalAccountRequired, profiles, hasRenewalInfo } =
      await this.#requests.readDirectory(signal)
    return { termsOfService, website, caaIdentities, externalAccountRequired, profiles, hasRenewalInfo }
  }

  /** Opens the account of the key, or finds the existing one (RFC 8555, section 7.3.1). Returns its URL. */
  async openAccount(account: NewAccount, signal: AbortSignal): Promise<string> {
    const { contacts, acceptsTerms, externalAccount, mustExist } = account
    const { newAccount: url } = await this.#requests.directory(signal)
    const externalAccountBinding = externalAccount && (await this.#bind(url, externalAccount))
    const answer = await this.#requests.post({
      url,
      payload: {
        contact: contacts.map((contact) => (contact.includes(':') ? contact : `mailto:${contact}`)),
        termsOfServiceAgreed: acceptsTerms,
        externalAccountBinding,
        onlyReturnExisting: mustExist,
      },
      showsKey: true,
      signal,
    })
    const accountUrl = requireLocation(url, answer, 'an account')
    this.#requests.accountUrl = accountUrl
    return accountUrl
  }

  /** Gives the account another key (RFC 8555, section 7.3.5); this client uses it from then on. */
  async changeAccountKey(newKey: JWK, signal: AbortSignal): Promise<void> {
    const { keyChange: url } = await this.#requests.directory(signal)
    const payload = { account: this.#requests.accountUrl, oldKey: this.#requests.publicKey }
    await this.#requests.post({ url, payload: await sign(newKey, { jwk: publicPart(newKey), url }, payload), signal })
    this.#requests.key = newKey
  }

  /**
   * Orders a certificate. If an authority does not accept it as a replacement, the same order is sent once more as a new one: a
   * certificate without the privileges of a renewal is better than none.
   */
  async createOrder(order: NewOrder, signal: AbortSignal): Promise<AcmeOrder & { url: string }> {
    const { hasRenewalInfo } = await this.#requests.directory(signal)
    // Only authorities with renewal information know the field (RFC 9773, section 5).
    if (order.replaces === undefined || !hasRenewalInfo)
      return await this.#order({ ...order, replaces: undefined }, signal)
    try {
      return await this.#order(order, signal)
    } catch (error) {
      if (!(error instanceof AcmeError) || !mayBeForReplacing(error)) throw error
      return await this.#order({ ...order, replaces: undefined }, signal)
    }
  }

  async readOrder(url: string, signal: AbortSignal): Promise<AcmeOrder> {
    const { json, retryAfter } = await this.#read(url, signal)
    return readOrder(url, json, retryAfter)
  }

  async readAuthorization(url: string, signal: AbortSignal): Promise<AcmeAuthorization> {
    const { json } = await this.#read(url, signal)
    return readAuthorization(url, json)
  }

  /** Asks the authority to validate a challenge; one that it has already validated may be refused (`malformed`). */
  async answerChallenge(url: string, signal: AbortSignal): Promise<void> {
    await this.#requests.post({ url, payload: {}, signal })
  }

  /** Requests the certificate of an order that is ready; `csr` is DER. */
  async finalize(finalizeUrl: string, csr: Uint8Array, signal: AbortSignal): Promise<AcmeOrder> {
    const payload = { csr: Buffer.from(csr).toString('base64url') }
    const { json, retryAfter } = await this.#requests.post({ url: finalizeUrl, payload, signal })
    return readOrder(finalizeUrl, json, retryAfter)
  }

  /** Returns the certificate and its intermediates, in PEM. */
  async download(certificateUrl: string, signal: AbortSignal): Promise<string> {
    const { text } = await this.#read(certificateUrl, signal, 'application/pem-certificate-chain')
    const blocks = readPemBlocks(text)
    if (blocks.length === 0 || blocks.length > maxChainLength || textOutsidePemBlocks(text) !== '') {
      throw malformed(certificateUrl, `what is no chain of one to ${maxChainLength} certificates in PEM`)
    }
    for (const block of blocks) parseCertificate(certificateUrl, block)
    return `${blocks.join('\n')}\n`
  }

  /** Returns when the authority wants the certificate with an id (`certificateId`) renewed. */
  async readRenewalInfo(certificateId: string, signal: AbortSignal): Promise<RenewalInfo> {
    const { renewalInfo } = await this.#requests.directory(signal)
    if (renewalInfo === undefined) {
      throw new AcmeError('The authority does not say when certificates should be renewed.', { type: 'unsupported' })
    }
    const url = `${renewalInfo.replace(/\/$/, '')}/${certificateId}`
    const { json, retryAfter } = await this.#requests.get(url, signal)
    const window = isRecord(json) && isRecord(json.suggestedWindow) ? json.suggestedWindow : {}
    const [windowStart, windowEnd] = [readTime(window.start), readTime(window.end)]
    if (windowStart === undefined || windowEnd === undefined || windowStart >= windowEnd) {
      throw malformed(url, 'a window of renewal that does not start before it ends')
    }
    const explanationUrl = isRecord(json) && isWebUrl(json.explanationURL) ? json.explanationURL : undefined
    return { windowStart, windowEnd, explanationUrl, retryAfter }
  }

  /** Revokes the first certificate of a chain in PEM; `reason` is a code of RFC 5280, section 5.3.1. */
  async revoke(chain: string, reason: number | undefined, signal: AbortSignal): Promise<void> {
    const { revokeCert: url } = await this.#requests.directory(signal)
    const { raw } = new X509Certificate(chain)
    await this.#requests.post({ url, payload: { certificate: raw.toString('base64url'), reason }, signal })
  }

  async #order(
    { identifiers, profile, replaces }: NewOrder,
    signal: AbortSignal,
  ): Promise<AcmeOrder & { url: string }> {
    const { newOrder: url } = await this.#requests.directory(signal)
    const answer = await this.#requests.post({ url, payload: { identifiers, profile, replaces }, signal })
    return { ...readOrder(url, answer.json, answer.retryAfter), url: requireLocation(url, answer, 'an order') }
  }

  async #read(url: string, signal: AbortSignal, accept?: string): Promise<SuccessfulAnswer> {
    return await this.#requests.post({ url, payload: undefined, accept, signal })
  }

  /** Proves that the account's key belongs to an external account known to the authority (RFC 8555, section 7.3.4). */
  async #bind(url: string, { kid, hmacKey }: { kid: string; hmacKey: string }): Promise<unknown> {
    const secret = Buffer.from(hmacKey, 'base64url')
    if (kid === '' || secret.length === 0) {
      throw new Error(
        'Expected the key identifier and the HMAC key in base64url that the authority shows, got neither or one.',
      )
    }
    const publicKey = new TextEncoder().encode(JSON.stringify(this.#requests.publicKey))
    return await new FlattenedSign(publicKey).setProtectedHeader({ alg: 'HS256', kid, url }).sign(secret)
  }
}

const maxChainLength = 10

/** Errors for which an order is refused whether or not it replaces something. */
const notForReplacing = new Set([
  'accountDoesNotExist',
  'badNonce',
  'caa',
  'connection',
  'dns',
  'invalidProfile',
  'malformedAnswer',
  'rateLimited',
  'rejectedIdentifier',
  'unsupportedIdentifier',
  'userActionRequired',
])

/**
 * Reports whether an order may have been refused because of the certificate that it was to replace. Authorities do not agree on an error type for that;
 * 503 only asks for patience.
 */
function mayBeForReplacing({ type, status }: AcmeError): boolean {
  return !notForReplacing.has(type) && status !== 503
}

function requireLocation(url: string, { location }: SuccessfulAnswer, what: string): string {
  if (location === undefined) throw malformed(url, `${what} without a Location`)
  return location
}

function parseCertificate(url: string, pem: string): void {
  try {
    void new X509Certificate(pem)
  } catch {
    throw malformed(url, 'a chain with a certificate that is not readable')
  }
}

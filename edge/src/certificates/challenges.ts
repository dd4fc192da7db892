import { type SecureContext, createSecureContext } from 'node:tls'
import { messageOf } from '@culvert/program'
import type { Logger } from 'pino'

/** A challenge whose answer an authority must see at a hostname. */
export interface OpenChallenge {
  readonly type: 'HTTP_01' | 'TLS_ALPN_01'
  readonly hostname: string
  readonly token: string | null
  readonly keyAuthorization: string | null
  readonly chain: string | null
  readonly key: string | null
}

/** More than an installation ever has open at once. */
const challengesMax = 10_000

const path = '/.well-known/acme-challenge/'

/** The protocol with which an authority requests a challenge's certificate (RFC 8737, section 6.2). */
export const challengeProtocol = 'acme-tls/1'

/** The challenges that are currently open. */
export class Challenges {
  readonly #log: Logger
  #texts = new Map<string, string>()
  #contexts = new Map<string, { pem: string; context: SecureContext }>()

  constructor(log: Logger) {
    this.#log = log
  }

  /** Replaces the challenges that are shown. */
  set(challenges: readonly OpenChallenge[]): void {
    const texts = new Map<string, string>()
    const contexts = new Map<string, { pem: string; context: SecureContext }>()
    for (const { type, hostname, token, keyAuthorization, chain, key } of challenges.slice(0, challengesMax)) {
      if (type === 'HTTP_01' && token !== null && keyAuthorization !== null)
        texts.set(textKey(hostname, token), keyAuthorization)
      if (type === 'TLS_ALPN_01' && chain !== null && key !== null) {
        const context = this.#openContext(hostname, chain, key)
        if (context !== undefined) contexts.set(hostname, context)
      }
    }
    this.#texts = texts
    this.#contexts = contexts
  }

  /** Reports whether any challenge is answered by a certificate. */
  get hasCertificates(): boolean {
    return this.#contexts.size > 0
  }

  /** Returns the text at a path of a hostname (RFC 8555, section 8.3); undefined for anything but an open challenge. */
  findText({ method, hostname, target }: { method: string; hostname: string; target: string }): string | undefined {
    if (this.#texts.size === 0 || method !== 'GET' || !target.startsWith(path)) return undefined
    return this.#texts.get(textKey(hostname, target.slice(path.length)))
  }

  /** Returns the certificate that answers a hostname's challenge (RFC 8737, section 3). */
  findContext(hostname: string): SecureContext | undefined {
    return this.#contexts.get(hostname)?.context
  }

  #openContext(hostname: string, chain: string, key: string): { pem: string; context: SecureContext } | undefined {
    const known = this.#contexts.get(hostname)
    const pem = chain + key
    if (known?.pem === pem) return known
    try {
      return { pem, context: createSecureContext({ cert: chain, key }) }
    } catch (error) {
      this.#log.error({ hostname, reason: messageOf(error) }, 'the certificate of a challenge is not usable')
      return undefined
    }
  }
}

/** A hostname contains no space. */
function textKey(hostname: string, token: string): string {
  return `${hostname} ${token}`
}

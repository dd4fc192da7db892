import { AcmeError, type AcmeProblem } from '@culvert/acme'
import { messageOf } from '@culvert/program'
import { registeredDomainOf } from './rules.ts'

/** Why a certificate was not issued, in words for its owner. */
export interface Explanation {
  /** A sentence. */
  error: string
  /** What to do about it; null when there is nothing to do but wait. */
  advice: string | null
}

/** Thrown when a certificate cannot be had, and the reason is the name's: its DNS, or the server that it leads to. */
export class NameFault extends Error implements Explanation {
  readonly advice: string | null

  constructor({ error, advice }: Explanation) {
    super(error)
    this.advice = advice
  }

  get error(): string {
    return this.message
  }
}

/** Thrown when an authority has not finished validating a name, or issuing, and has not said why: another one may. */
export class StalledOrder extends NameFault {}

/** The kinds of problems that are a name's own, wherever the authority reports them (RFC 8555, section 6.7). */
const ownKinds = new Set([
  'caa',
  'dns',
  'rejectedIdentifier',
  'unsupportedIdentifier',
  'incorrectResponse',
  'tls',
  'unauthorized',
])

/** Reports whether a refused request is the name's own fault rather than the authority's. */
export function isOfName(error: AcmeError): boolean {
  return error.status !== undefined && error.status < 500 && ownKinds.has(error.type)
}

/**
 * Reports whether an authority limits one name rather than the installation's account: it names it, or the domain that it counts it under. Authorities
 * have limits of both kinds, and one type of problem for them.
 */
export function limitsName({ detail, subproblems }: AcmeError, name: string): boolean {
  const limited = [name.replace(/^\*\./, ''), registeredDomainOf(name)]
  const words = detail.toLowerCase().split(/[^a-z0-9.-]+/)
  const named = subproblems.map(({ identifier }) => identifier?.value ?? '')
  return [...words, ...named].some((word) => limited.includes(word.replaceAll(/^\.+|\.+$/g, '')))
}

const detailLengthMax = 300

/** Quotes an authority within a sentence: its words may include what a stranger's server answered. */
function quote(detail: string): string {
  const printable = detail.replaceAll(/[^\x20-\x7e]+/g, ' ').trim()
  return printable.length > detailLengthMax ? `${printable.slice(0, detailLengthMax)}…` : printable
}

/** Explains a problem that an authority reports of a name. */
export function explainProblem(name: string, authority: string, { type, detail }: AcmeProblem): Explanation {
  const statement = `${authority} says: ${quote(detail)}`
  switch (type) {
    case 'dns':
      return {
        error: `${authority} found no usable DNS records of ${name}. ${statement}`,
        advice: `Set the DNS records of ${name} that are shown here, and wait until they have propagated.`,
      }
    case 'connection':
      return {
        error: `${authority} could not connect to ${name}. ${statement}`,
        advice: `Remove A and AAAA records of ${name} that lead elsewhere, and let connections to ports 80 and 443 through.`,
      }
    case 'unauthorized':
    case 'incorrectResponse':
      return {
        error: `${name} answered ${authority} with something other than what this installation shows. ${statement}`,
        advice: `Another server answers for ${name}: remove records that lead elsewhere, and switch off a proxying CDN in front until the certificate is there.`,
      }
    case 'tls':
      return {
        error: `The TLS connection of ${authority} to ${name} failed. ${statement}`,
        advice: `Let TLS connections to port 443 of ${name} through unchanged.`,
      }
    case 'caa':
      return {
        error: `A CAA record forbids ${authority} to issue a certificate for ${name}. ${statement}`,
        advice: `Add a CAA record that allows ${authority}, or remove the one that forbids it.`,
      }
    case 'rejectedIdentifier':
    case 'unsupportedIdentifier':
      return { error: `${authority} issues no certificates for ${name}. ${statement}`, advice: null }
    case 'rateLimited':
      return { error: `${authority} accepts no orders for a while. ${statement}`, advice: null }
    case 'userActionRequired':
      return { error: `${authority} waits for its account to be confirmed. ${statement}`, advice: null }
    default:
      return { error: `${authority} refused. ${statement}`, advice: null }
  }
}

/** Explains why an attempt failed. */
export function explain(name: string, authority: string, error: unknown): Explanation {
  if (error instanceof NameFault) return { error: error.error, advice: error.advice }
  if (error instanceof AcmeError) {
    if (error.status === undefined)
      return { error: `${authority} could not be asked: ${quote(error.detail)}`, advice: null }
    return explainProblem(name, authority, error)
  }
  return { error: `The order at ${authority} failed: ${quote(messageOf(error))}`, advice: null }
}

/** The names of well-known authorities, by the host of their directories. */
const authorityNames: Readonly<Record<string, string>> = {
  'acme-v02.api.letsencrypt.org': 'Let’s Encrypt',
  'acme-staging-v02.api.letsencrypt.org': 'Let’s Encrypt (staging)',
  'acme.zerossl.com': 'ZeroSSL',
  'dv.acme-v02.api.pki.goog': 'Google Trust Services',
  'acme.buypass.com': 'Buypass',
  'acme.ssl.com': 'SSL.com',
}

/** Returns the name by which people know an authority. */
export function authorityName(directoryUrl: string): string {
  const { hostname } = new URL(directoryUrl)
  return authorityNames[hostname] ?? hostname
}

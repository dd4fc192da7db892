import { isWebUrl } from './directory.ts'
import { malformed, readProblem, type AcmeProblem } from './problem.ts'
import { isRecord, readIdentifier, readTime, type Identifier } from './values.ts'

const orderStatuses = ['pending', 'ready', 'processing', 'valid', 'invalid'] as const
const authorizationStatuses = ['pending', 'valid', 'invalid', 'deactivated', 'expired', 'revoked'] as const
const challengeStatuses = ['pending', 'processing', 'valid', 'invalid'] as const

/** An order for a certificate (RFC 8555, section 7.1.3). */
export interface AcmeOrder {
  /** `pending` until all authorizations are valid, then `ready` to be finalized. */
  status: (typeof orderStatuses)[number]
  /** The time after which the authority forgets it; undefined if it names none. */
  expires?: Date
  /** An authorization for each name, in no order. */
  authorizationUrls: string[]
  finalizeUrl: string
  /** Undefined until it is valid. */
  certificateUrl?: string
  /** Why it is invalid. */
  error?: AcmeProblem
  /** Before this time, asking again is useless; undefined if the authority names none. */
  retryAfter?: Date
}

/** Whether, and how, an account can prove control of a name (RFC 8555, section 7.1.4). */
export interface AcmeAuthorization {
  /** The name, without `*.`. */
  identifier: Identifier
  isWildcard: boolean
  status: (typeof authorizationStatuses)[number]
  expires?: Date
  /** The challenges, one of which is enough; challenges of unknown types are among them. */
  challenges: AcmeChallenge[]
}

/** One way to prove control of a name (RFC 8555, section 7.1.5). */
export interface AcmeChallenge {
  /** For example `http-01`, `tls-alpn-01` or `dns-01`. */
  type: string
  url: string
  /** Safe in a path; empty if a challenge of an unknown type has none. */
  token: string
  status: (typeof challengeStatuses)[number]
  /** The fault that the authority found. */
  error?: AcmeProblem
}

export function readOrder(url: string, json: unknown, retryAfter: Date | undefined): AcmeOrder {
  if (!isRecord(json)) throw malformed(url, 'an order that is no JSON object')
  const { authorizations, finalize, certificate } = json
  if (!Array.isArray(authorizations) || authorizations.length > maxAuthorizations || !authorizations.every(isWebUrl)) {
    throw malformed(url, 'an order without URLs of authorizations')
  }
  if (!isWebUrl(finalize)) throw malformed(url, 'an order without the URL to finalize it at')
  if (certificate !== undefined && !isWebUrl(certificate)) throw malformed(url, 'a certificate that is at no URL')
  const status = readStatus(url, json.status, orderStatuses)
  if (status === 'valid' && certificate === undefined) throw malformed(url, 'a valid order without a certificate')
  return {
    status,
    expires: readTime(json.expires),
    authorizationUrls: authorizations,
    finalizeUrl: finalize,
    certificateUrl: certificate,
    error: readProblem(json.error),
    retryAfter,
  }
}

export function readAuthorization(url: string, json: unknown): AcmeAuthorization {
  if (!isRecord(json)) throw malformed(url, 'an authorization that is no JSON object')
  const identifier = readIdentifier(json.identifier)
  if (identifier === undefined) throw malformed(url, 'an authorization without a name')
  if (!Array.isArray(json.challenges)) throw malformed(url, 'an authorization without challenges')
  const challenges = json.challenges.slice(0, maxChallenges).map((each: unknown) => readChallenge(url, each))
  return {
    identifier,
    isWildcard: json.wildcard === true,
    status: readStatus(url, json.status, authorizationStatuses),
    expires: readTime(json.expires),
    challenges: challenges.filter((each) => each !== undefined),
  }
}

const knownChallenges = ['http-01', 'tls-alpn-01', 'dns-01']

/** Throws for a malformed challenge of a known type; returns undefined for another that could not be answered. */
function readChallenge(url: string, json: unknown): AcmeChallenge | undefined {
  if (!isRecord(json) || typeof json.type !== 'string') return undefined
  const { type, token } = json
  // At least 128 bits (RFC 8555, section 8.3), in characters without a meaning in a path.
  const hasToken = typeof token === 'string' && /^[\w-]{22,500}$/.test(token)
  const isKnown = knownChallenges.includes(type)
  if (isKnown && !hasToken) throw malformed(url, `a challenge ${type} without a token in base64url`)
  if (!isWebUrl(json.url)) {
    if (isKnown) throw malformed(url, `a challenge ${type} without a URL`)
    return undefined
  }
  const status = challengeStatuses.find((each) => each === json.status)
  if (status === undefined && isKnown) throw malformed(url, `a challenge ${type} with an unknown status`)
  return {
    type: type.slice(0, maxTypeLength),
    url: json.url,
    token: hasToken ? token : '',
    status: status ?? 'invalid',
    error: readProblem(json.error),
  }
}

function readStatus<Status extends string>(url: string, value: unknown, statuses: readonly Status[]): Status {
  const status = statuses.find((each) => each === value)
  if (status === undefined) throw malformed(url, `a status that is none of ${statuses.join(', ')}`)
  return status
}

const maxAuthorizations = 200
const maxChallenges = 50
const maxTypeLength = 100

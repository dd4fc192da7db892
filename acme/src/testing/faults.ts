/** The resources of an authority. */
export type Route =
  | 'directory'
  | 'newNonce'
  | 'newAccount'
  | 'account'
  | 'newOrder'
  | 'order'
  | 'authorization'
  | 'challenge'
  | 'finalize'
  | 'certificate'
  | 'revokeCert'
  | 'keyChange'
  | 'renewalInfo'

/** An answer that replaces the authority's own. */
export interface RawAnswer {
  status: number
  headers?: Record<string, string>
  /** Sent as it is; an object as JSON. */
  body?: string | Buffer | object
}

/** Faults that a test injects, from the next request on. */
export interface Faults {
  /** The fraction of nonces that are rejected as bad: pseudorandom, and the same in each run. */
  badNonceRate: number
  /** How resources misbehave: never answer, break the connection, or answer something else. */
  instead: Map<Route, 'hang' | 'reset' | RawAnswer>
  /** New orders are refused for their number, with this `Retry-After` (seconds or a date). */
  orderLimit: { retryAfter: string } | undefined
  /** Names for which nothing is issued: at once (`rejectedIdentifier`), or after validation (`caa`). */
  refusedNames: Map<string, 'rejectedIdentifier' | 'caa'>
  /** A validation that fails leaves its challenge `processing`, with the fault, and is tried again when the client asks (RFC 8555, section 8.2). */
  keepsFailedChallenges: boolean
  /** How often a finalized order is read as `processing` before it is valid, and the `Retry-After` of these answers. */
  processing: { polls: number; retryAfter: string } | undefined
  /** Finalized orders become invalid. */
  failsIssuing: boolean
  /** Ends chains in the middle of the intermediate certificate. */
  truncatesChains: boolean
  /** Lists unknown types of challenges before the others. */
  offersUnknownChallenges: boolean
  /** The type of problem with which all orders that replace a certificate are refused. */
  refusesReplacing: string | undefined
  /** Has no renewal information. */
  withoutRenewalInfo: boolean
}

export function noFaults(): Faults {
  return {
    badNonceRate: 0,
    instead: new Map(),
    orderLimit: undefined,
    refusedNames: new Map(),
    keepsFailedChallenges: false,
    processing: undefined,
    failsIssuing: false,
    truncatesChains: false,
    offersUnknownChallenges: false,
    refusesReplacing: undefined,
    withoutRenewalInfo: false,
  }
}

/** What the authority has done. */
export interface Counts {
  requests: number
  /** Requests with a valid signature, including those whose nonce was rejected. */
  signedRequests: number
  /** Nonces that it rejected as bad. */
  badNonces: number
  /** Accounts opened; one that was returned again is not counted. */
  accounts: number
  /** New orders; an order that was returned again is not counted. */
  orders: number
  finalizations: number
  /** How many times it validated a name. */
  validations: number
  /** Certificates issued, by each of their names. */
  certificates: Map<string, number>
  revocations: number
}

export function noCounts(): Counts {
  return {
    requests: 0,
    signedRequests: 0,
    badNonces: 0,
    accounts: 0,
    orders: 0,
    finalizations: 0,
    validations: 0,
    certificates: new Map(),
    revocations: 0,
  }
}

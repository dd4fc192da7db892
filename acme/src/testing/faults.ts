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

/** What is answered in the place of what the authority would say. */
export interface RawAnswer {
  status: number
  headers?: Record<string, string>
  /** Sent as it is; an object as JSON. */
  body?: string | Buffer | object
}

/** What a test has the authority do wrong, from the next request on. */
export interface Faults {
  /** How large a part of all nonces is called bad; by chance. */
  badNonceRate: number
  /** What resources do instead: never answer, break the connection, or say something else. */
  instead: Map<Route, 'hang' | 'reset' | RawAnswer>
  /** New orders are refused for their number, with this `Retry-After` (seconds or a date). */
  orderLimit: { retryAfter: string } | undefined
  /** Names for which nothing is issued: at once (`rejectedIdentifier`), or once the authority has looked (`caa`). */
  refusedNames: Map<string, 'rejectedIdentifier' | 'caa'>
  /** How often a finalized order is read as `processing` before it is valid, and the `Retry-After` of these answers. */
  processing: { polls: number; retryAfter: string } | undefined
  /** Finalized orders become invalid. */
  failsIssuing: boolean
  /** Ends chains in the middle of the intermediate certificate. */
  truncatesChains: boolean
  /** Lists kinds of challenges that nobody knows before the others. */
  offersUnknownChallenges: boolean
  /** The kind of problem with which all orders that replace something are refused. */
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
  /** Nonces that it called bad. */
  badNonces: number
  /** New ones; an order that was given out again is not counted. */
  orders: number
  finalizations: number
  /** How often it looked at a name. */
  validations: number
  /** Certificates issued, by each of their names. */
  certificates: Map<string, number>
  revocations: number
}

export function noCounts(): Counts {
  return {
    requests: 0,
    badNonces: 0,
    orders: 0,
    finalizations: 0,
    validations: 0,
    certificates: new Map(),
    revocations: 0,
  }
}

import type { Counts, Faults, Route } from './faults.ts'
import type { Issuer } from './issuer.ts'
import type { ReadJws } from './jws.ts'
import { refuse, refuseMalformed } from './refusal.ts'
import type { Account, Authorization, Challenge, State } from './state.ts'

/** The content of an answer. */
export interface HandlerResponse {
  status: number
  headers?: Record<string, string>
  /** An object is sent as JSON. */
  body?: string | object
}

/** A signed request, its signature checked. */
export interface Call {
  /** The request's path after the route's name; empty for routes without. */
  id: string
  url: string
  /** The account that signed; undefined if the key itself did. */
  account: Account | undefined
  jws: ReadJws
  /** Undefined for POST-as-GET. */
  payload: Record<string, unknown> | undefined
}

export interface Authority {
  state: State
  issuer: Issuer
  faults: Faults
  counts: Counts
  now: () => Date
  externalAccount: { kid: string; hmacKey: string } | undefined
  reusesAuthorizations: boolean
  renewal: RenewalAdvice
  urlOf: (route: Route, id?: string) => string
  /** Starts the validation of a name, without waiting for it. */
  startValidation: (challenge: Challenge, authorization: Authorization) => void
}

/** The authority's advice about renewals. */
export interface RenewalAdvice {
  /** Of every certificate; undefined for the last third of its lifetime. */
  window: { start: Date; end: Date } | undefined
  explanationUrl: string | undefined
  retryAfter: string
}

/** How long certificates of each profile live, in days. */
export const profileDays: Record<string, number> = { classic: 90, medium: 64, tlsserver: 45, shortlived: 6 }
export const defaultProfile = 'classic'
export const orderDays = 7
export const authorizationDays = 30

export type Handler = (authority: Authority, call: Call) => Promise<HandlerResponse> | HandlerResponse

export function requireNoPayload(payload: unknown): void {
  if (payload !== undefined) refuseMalformed('A resource is read by an empty payload (POST-as-GET).')
}

/** Refuses what does not exist, and what belongs to another account. */
export function requireOwned<Owned extends { account: Account }>(
  owned: Owned | undefined,
  account: Account | undefined,
): Owned {
  if (owned === undefined) return refuseMalformed('There is no such resource.', 404)
  if (owned.account !== account) return refuse(403, 'unauthorized', 'The resource is of another account.')
  return owned
}

/**
 * The tokens that the API and the edges show each other. Each kind has its own `typ` header and `aud` claim, so that
 * none serves for another (RFC 8725, section 3.11 and 3.9).
 */

/** A ticket: proof that an agent may serve a hostname. Signed by the API (EdDSA), checked by edges against its JWKS. */
export const ticketToken = { typ: 'ticket+jwt', audience: 'culvert:edge', lifetimeSeconds: 120 } as const

/** The claims of a ticket beside the registered ones (`iss`, `aud`, `iat`, `exp`, `jti`). */
export interface TicketClaims {
  /** The agent's id. */
  sub: string
  /** The account's id; usage is counted on it. */
  accountId: string
  /** The reserved gateway's id; null for a random hostname. */
  gatewayId: string | null
  /** The hostname that the agent may serve, lowercase, without port. */
  hostname: string
  limits: TicketLimits
}

/** What all tunnels of the account together may carry on one edge. */
export interface TicketLimits {
  /** Requests that may go on being made for ever, each minute. */
  requestsPerMinute: number
  /** Requests that may come at once when there were none before: a first page load. */
  requestBurst: number
  /** Requests and upgraded connections that may be open at the same time. */
  openRequests: number
}

/** A service token: an edge's proof that it knows the installation's edge secret (HS256, made anew for each use). */
export const serviceToken = { typ: 'service+jwt', audience: 'culvert:control', lifetimeSeconds: 60 } as const

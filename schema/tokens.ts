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

/**
 * A probe: proof that the API asks an edge, through the public side, how far the way to a hostname's app goes. Signed by the
 * API (EdDSA), checked by edges against its JWKS, good for one question.
 */
export const probeToken = { typ: 'probe+jwt', audience: 'culvert:edge', lifetimeSeconds: 30 } as const

/** The claims of a probe beside the registered ones; `jti` is its id. */
export interface ProbeClaims {
  /** The hostname that is asked about, lowercase, without port. */
  sub: string
}

/** Where an edge is probed, on the hostname that is asked about, and the request field that carries the token. */
export const probeTarget = '/.culvert/probe'
export const probeField = 'Culvert-Probe'

/** An edge's answer to a probe: what it says comes from an edge of this installation (HS256 with the edge secret). */
export const probeAnswerToken = { typ: 'probe-answer+jwt', audience: 'culvert:api', lifetimeSeconds: 30 } as const

/** The claims of an answer beside the registered ones. */
export interface ProbeAnswerClaims {
  /** The probe's id. */
  sub: string
  agent: ProbedHop
  /** Null when the agent was not reached, so that the app could not be asked. */
  app: ProbedHop | null
}

/** How reaching one hop went. */
export interface ProbedHop {
  /** How long it took, in milliseconds; null when nothing could be tried. */
  durationMs: number | null
  /** Null when it answered. */
  failure: {
    /** The code of the error page that a visitor would see. */
    code: string
    /** In a sentence, for the owner; null where the code says it all. */
    detail: string | null
  } | null
  /** The status of the app's answer; null for the agent, and without an answer. */
  status: number | null
}

/**
 * An error report: what an edge knows of a request that it answered with an error page, in the link that leads the tunnel's
 * owner from that page to the dashboard. A compact JWE (RFC 7516) with `dir` and A256GCM, so that visitors cannot read it; the key
 * is made from the edge secret by HKDF-SHA-256 with `keyInfo` and no salt (RFC 5869).
 */
export const errorReportToken = {
  typ: 'error-report+jwt',
  audience: 'culvert:owner',
  lifetimeSeconds: 24 * 60 * 60,
  keyInfo: 'culvert error report',
} as const

/** The claims of an error report beside the registered ones (`aud`, `iat`, `exp`). */
export interface ErrorReportClaims {
  /** The request's id, as page, header and log have it. */
  sub: string
  /** As in `X-Culvert-Error`. */
  code: string
  /** The agent that served the hostname; null when none did. */
  agentId: string | null
  hostname: string
  method: string
  /** Without the query, cut where it is long. */
  path: string
  /** What the agent or the edge says of it; null where the code says it all. */
  detail: string | null
}

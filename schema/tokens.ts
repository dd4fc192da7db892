/**
 * The tokens that the API and the edges present to each other. Each kind has its own `typ` header and `aud` claim, so that
 * none can be used as another (RFC 8725, sections 3.11 and 3.9).
 */

/** A ticket: proof that an agent may serve a hostname. Signed by the API (EdDSA), checked by edges against its JWKS. */
export const ticketToken = { typ: 'ticket+jwt', audience: 'culvert:edge', lifetimeSeconds: 120 } as const

/** The claims of a ticket besides the registered ones (`iss`, `aud`, `iat`, `exp`, `jti`). */
export interface TicketClaims {
  /** The agent's id. */
  sub: string
  /** The account's id; usage is counted on it. */
  accountId: string
  /** The id of the reserved gateway; null for a random hostname. */
  gatewayId: string | null
  /** The hostname that the agent may serve, lowercase, without port. */
  hostname: string
  /** The label of the agent token that started the agent, under which usage is counted; null for others, and left out by older servers. */
  label: string | null
  /** Whether other agents of a pool serve the hostname too; left out by older servers. */
  pool: boolean
  limits: TicketLimits
}

/** The maximum number of agents in a pool. */
export const poolMax = 32

/** What all tunnels of the account together may carry on an edge. */
export interface TicketLimits {
  /** The sustained number of requests a minute. */
  requestsPerMinute: number
  /** The number of requests that may arrive at once after a quiet period, as in a first page load. */
  requestBurst: number
  /** The number of requests and upgraded connections that may be open at the same time. */
  openRequests: number
}

/** A service token: an edge's proof that it knows the installation's edge secret (HS256, a new one for each use). */
export const serviceToken = { typ: 'service+jwt', audience: 'culvert:control', lifetimeSeconds: 60 } as const

/**
 * An edge's ticket to another edge, which it names (`sub`) with the address that it dials (`url`), and the answer to it, which names the ticket: proof
 * by either side that it knows the installation's edge secret (HS256). Each is presented once.
 */
export const edgeTicketToken = { typ: 'edge-ticket+jwt', audience: 'culvert:edge', lifetimeSeconds: 30 } as const
export const edgeAnswerToken = { typ: 'edge-answer+jwt', audience: 'culvert:edge', lifetimeSeconds: 30 } as const

/**
 * A probe: proof that it is the API that asks an edge, through the public side, how far a request to a hostname's app gets. Signed by the
 * API (EdDSA), checked by edges against its JWKS, valid for one question.
 */
export const probeToken = { typ: 'probe+jwt', audience: 'culvert:edge', lifetimeSeconds: 30 } as const

/** The claims of a probe besides the registered ones; `jti` is its id. */
export interface ProbeClaims {
  /** The hostname that is asked about, lowercase, without port. */
  sub: string
  /** Which agent of it is asked about; null for whichever serves, and left out by older servers. */
  agentId: string | null
}

/** The path at which an edge is probed, on the hostname that is asked about, and the request field that carries the token. */
export const probeTarget = '/.culvert/probe'
export const probeField = 'Culvert-Probe'

/** An edge's answer to a probe: proof that it comes from an edge of this installation (HS256 with the edge secret). */
export const probeAnswerToken = { typ: 'probe-answer+jwt', audience: 'culvert:api', lifetimeSeconds: 30 } as const

/** The claims of an answer besides the registered ones. */
export interface ProbeAnswerClaims {
  /** The probe's id. */
  sub: string
  agent: ProbedHop
  /** Null when the agent was not reached, so that the app was not asked. */
  app: ProbedHop | null
}

/** The outcome at one hop. */
export interface ProbedHop {
  /** How long it took, in milliseconds; null when nothing could be tried. */
  durationMs: number | null
  /** Null when it answered. */
  failure: {
    /** The code of the error page that a visitor would see. */
    code: string
    /** An explanation for the owner, a sentence; null when the code says it all. */
    detail: string | null
  } | null
  /** The status of the app's answer; null for the agent, and when there was no answer. */
  status: number | null
}

/**
 * A call of the API to a running agent, which an edge passes on: proof that the API makes it, and what it says. Signed by the API
 * (EdDSA), checked by edges against its JWKS, valid for one call.
 */
export const agentCallToken = { typ: 'agent-call+jwt', audience: 'culvert:edge', lifetimeSeconds: 30 } as const

/** The claims of a call besides the registered ones; `jti` is its id. */
export interface AgentCallClaims {
  /** The hostname that the agent serves, lowercase, without port. */
  sub: string
  agentId: string
  method: AgentCallMethod
  /** A path for the agent, such as `/requests/ID`. */
  target: string
  /** The SHA-256 of the body in base64url; of no bytes if there is none. */
  bodyHash: string
}

export type AgentCallMethod = 'GET' | 'POST' | 'PUT'

/** The path to which calls are posted, on the hostname of the agent, and the request field that carries the token. */
export const agentCallTarget = '/.culvert/agent'
export const agentCallField = 'Culvert-Agent-Call'

/** The maximum numbers of bytes in the body of a call, and in the answer to it. */
export const agentCallBytesMax = { body: 2_621_440, answer: 8_388_608 } as const

/** In the answer to a call: proof that it comes from an edge of this installation (HS256 with the edge secret); its subject is the call's id. */
export const agentCallAnswerToken = {
  typ: 'agent-call-answer+jwt',
  audience: 'culvert:api',
  lifetimeSeconds: 30,
} as const
export const agentCallAnswerField = 'Culvert-Agent-Answer'

/**
 * Why an edge has no answer of the agent: the code in `X-Culvert-Error`, which no answer of an agent has, by the status that comes with it. The
 * body is JSON with a `message`.
 */
export const agentCallFailures = {
  /** The body is too long, or not the one that the token names. */
  CULVERT_BAD_REQUEST: 400,
  /** This edge has no connection to the agent. */
  CULVERT_TUNNEL_OFFLINE: 404,
  /** The agent has as many calls to answer as it may. */
  CULVERT_AGENT_BUSY: 429,
  /** The agent is older than such calls. */
  CULVERT_AGENT_OLD: 501,
  /** The agent broke off, or its answer is longer than allowed. */
  CULVERT_AGENT_LOST: 502,
  CULVERT_AGENT_TIMEOUT: 504,
} as const

export type AgentCallFailure = keyof typeof agentCallFailures

/**
 * An error report: what an edge knows of a request that it answered with an error page, in the link that leads the tunnel's
 * owner from that page to the dashboard. A compact JWE (RFC 7516) with `dir` and A256GCM, so that visitors cannot read it; the key
 * is derived from the edge secret by HKDF-SHA-256 with `keyInfo` and no salt (RFC 5869).
 */
export const errorReportToken = {
  typ: 'error-report+jwt',
  audience: 'culvert:owner',
  lifetimeSeconds: 24 * 60 * 60,
  keyInfo: 'culvert error report',
} as const

/** The claims of an error report besides the registered ones (`aud`, `iat`, `exp`). */
export interface ErrorReportClaims {
  /** The request's id, as page, header and log have it. */
  sub: string
  /** The code in `X-Culvert-Error`. */
  code: string
  /** The agent that served the hostname; null when none did. */
  agentId: string | null
  hostname: string
  method: string
  /** The path, without the query, and cut off if it is long. */
  path: string
  /** The explanation of the agent or the edge; null when the code says it all. */
  detail: string | null
}

import type { ResetCode } from '@culvert/wire'
import type { ErrorCode } from '../error-code.ts'

/** A station on a request's path through a tunnel. */
export type Hop = 'edge' | 'agent' | 'app'

/** The texts of the edge's own answers: brief for the visitor; the tunnel's owner learns more on the dashboard. */
export interface ErrorText {
  status: number
  title: string
  /** For the visitor. */
  text: string
  /** Whether an explanation follows the text: the agent's, for codes that PROTOCOL.md lets visitors read, or the operator's. */
  showsDetail?: true
  /** Whether the tunnel's owner, when signed in, sees cause and fix on the dashboard. */
  hasDetails?: true
  /** For use when no owner is known: what readers who believe they are the owner can do, and the command for it. */
  hint?: string
  /** Where the request stopped, and why, in a word; undefined if it never set out. */
  stop?: { hop: Hop; word: string }
  /** After how many seconds to try again. */
  retryAfterSeconds?: number
}

export const errorTexts: Record<ErrorCode, ErrorText> = {
  CULVERT_BAD_REQUEST: {
    status: 400,
    title: 'This request cannot be read',
    text: 'It is malformed, or could be read in more than one way. It was not passed on.',
  },
  CULVERT_FORBIDDEN: {
    status: 403,
    title: 'You may not visit this address',
    text: 'Its owner does not accept visitors from your network address.',
    hasDetails: true,
    stop: { hop: 'edge', word: 'Refused' },
  },
  CULVERT_ACCOUNT_SUSPENDED: {
    status: 403,
    title: 'This address is suspended',
    text: 'The operator of this server has suspended the account that it belongs to.',
    hasDetails: true,
    stop: { hop: 'edge', word: 'Suspended' },
  },
  CULVERT_HOSTNAME_BLOCKED: {
    status: 403,
    title: 'This address is blocked',
    text: 'The operator of this server has taken it down.',
    showsDetail: true,
    stop: { hop: 'edge', word: 'Blocked' },
  },
  CULVERT_NOT_FOUND: {
    status: 404,
    title: 'There is nothing here',
    text: 'This is a Culvert edge. It has no page at this address.',
  },
  CULVERT_HOST_UNKNOWN: {
    status: 404,
    title: 'No tunnel at this address',
    text: 'Nothing is connected to this hostname. Check the address for a typing error.',
    hint: 'Start your agent. It prints the address that it serves.',
    stop: { hop: 'edge', word: 'No tunnel' },
  },
  CULVERT_METHOD_NOT_ALLOWED: {
    status: 405,
    title: 'This method is not supported',
    text: 'TRACE and CONNECT requests do not pass through a tunnel.',
  },
  CULVERT_REQUEST_TIMEOUT: {
    status: 408,
    title: 'The request took too long',
    text: 'It did not arrive in time. Try again.',
  },
  CULVERT_URL_TOO_LONG: {
    status: 414,
    title: 'This address is too long',
    text: 'The path and query are longer than a tunnel carries.',
  },
  CULVERT_EXPECTATION_FAILED: {
    status: 417,
    title: 'This expectation cannot be met',
    text: 'The only expectation that a tunnel supports is 100-continue.',
  },
  CULVERT_MISDIRECTED: {
    status: 421,
    title: 'This request was misdirected',
    text: 'It asks for a hostname that the certificate of its connection does not cover, or for a port that is not one of this server. Open the address again as the agent prints it.',
  },
  CULVERT_UPGRADE_REQUIRED: {
    status: 426,
    title: 'This address is for agents',
    text: 'Agents open their tunnels here. There is nothing to see in a browser.',
  },
  CULVERT_RATE_LIMITED: {
    status: 429,
    title: 'Too many requests',
    text: 'This address receives more requests than it is allowed. Try again in a moment.',
    hasDetails: true,
    stop: { hop: 'edge', word: 'Over limit' },
  },
  CULVERT_TOO_MANY_CONNECTIONS: {
    status: 429,
    title: 'Too many connections',
    text: 'Your network has more open connections than one visitor is allowed. Close some, or try again in a moment.',
    retryAfterSeconds: 5,
  },
  CULVERT_TOO_MANY_FROM_NETWORK: {
    status: 429,
    title: 'Too many requests from your network',
    text: 'Your network has as many open requests here as one visitor is allowed. Close some, or try again in a moment.',
    hasDetails: true,
    stop: { hop: 'edge', word: 'Over limit' },
  },
  CULVERT_HEAD_TOO_LARGE: {
    status: 431,
    title: 'The request head is too large',
    text: 'Its header fields are larger than a tunnel carries. Clearing the cookies of this site may help.',
  },
  CULVERT_NOT_IMPLEMENTED: {
    status: 501,
    title: 'This request is of an unknown kind',
    text: 'A tunnel does not support its method or its transfer coding.',
  },
  CULVERT_INTERNAL: {
    status: 502,
    title: 'Something went wrong on the way',
    text: 'The request could not be completed. Try again.',
    hasDetails: true,
    stop: { hop: 'edge', word: 'Failed' },
  },
  CULVERT_AGENT_LOST: {
    status: 502,
    title: 'The tunnel broke off',
    text: 'The connection was lost before the app had answered. Try again in a moment.',
    hasDetails: true,
    stop: { hop: 'agent', word: 'Lost' },
  },
  CULVERT_APP_REFUSED: {
    status: 502,
    title: 'The app is not running',
    text: 'The tunnel works, but no app answers at its other end. Try again later.',
    hasDetails: true,
    stop: { hop: 'app', word: 'Not running' },
  },
  CULVERT_APP_CLOSED: {
    status: 502,
    title: 'The app hung up',
    text: 'It closed the connection before it had answered. Try again.',
    hasDetails: true,
    stop: { hop: 'app', word: 'Hung up' },
  },
  CULVERT_APP_BAD_RESPONSE: {
    status: 502,
    title: 'The app gave no valid answer',
    text: 'What it sent cannot be passed on.',
    hasDetails: true,
    stop: { hop: 'app', word: 'Bad answer' },
  },
  CULVERT_APP_NOT_HTTP: {
    status: 502,
    title: 'There is no web app here',
    text: 'The tunnel works, but what answers at its other end does not speak HTTP.',
    hasDetails: true,
    stop: { hop: 'app', word: 'Not HTTP' },
  },
  CULVERT_APP_NEEDS_HTTPS: {
    status: 502,
    title: 'The app accepts HTTPS only',
    text: 'The tunnel works, but leads to the app by plain HTTP. Its owner starts the agent with the https:// address of the app.',
    hasDetails: true,
    stop: { hop: 'app', word: 'HTTPS only' },
  },
  CULVERT_AGENT_FULL: {
    status: 503,
    title: 'The agent has no connection left',
    text: 'It has as many connections to the app open as it is allowed. Try again in a moment.',
    showsDetail: true,
    hasDetails: true,
    stop: { hop: 'agent', word: 'Full' },
    retryAfterSeconds: 5,
  },
  CULVERT_API_AWAY: {
    status: 503,
    title: 'The dashboard does not answer',
    text: 'The dashboard and the API are not available at the moment. Open tunnels keep working. Try again in a few seconds.',
    retryAfterSeconds: 5,
  },
  CULVERT_HOST_UNCHECKED: {
    status: 503,
    title: 'This address cannot be checked now',
    text: 'Nothing is connected to it, and it cannot be determined at the moment whether it belongs to anyone. Try again later.',
    hasDetails: true,
    stop: { hop: 'edge', word: 'Not sure' },
    retryAfterSeconds: 10,
  },
  CULVERT_ROUTES_AWAY: {
    status: 503,
    title: 'This address cannot be found now',
    text: 'It is not served here, and it cannot be determined at the moment which other server has it. Try again in a few seconds.',
    hasDetails: true,
    stop: { hop: 'edge', word: 'Not sure' },
    retryAfterSeconds: 5,
  },
  CULVERT_TOO_MANY_OPEN: {
    status: 503,
    title: 'Too many requests at once',
    text: 'This address has more open requests than it is allowed. Try again in a moment.',
    hasDetails: true,
    stop: { hop: 'edge', word: 'Over limit' },
  },
  CULVERT_TUNNEL_OFFLINE: {
    status: 503,
    title: 'This tunnel is offline',
    text: 'The address is right, but no agent is connected to it now. Try again later.',
    hasDetails: true,
    stop: { hop: 'agent', word: 'Offline' },
    retryAfterSeconds: 10,
  },
  CULVERT_TUNNEL_BUSY: {
    status: 503,
    title: 'Too many requests are waiting',
    text: 'The queue of the tunnel is full: its agent is reconnecting, or its line is slow. Try again in a moment.',
    hasDetails: true,
    stop: { hop: 'agent', word: 'Reconnecting' },
    retryAfterSeconds: 5,
  },
  CULVERT_EDGE_STOPPING: {
    status: 503,
    title: 'Back in a moment',
    text: 'This server is restarting. Try again in a few seconds.',
    stop: { hop: 'edge', word: 'Restarting' },
    retryAfterSeconds: 5,
  },
  CULVERT_APP_TIMEOUT: {
    status: 504,
    title: 'The app did not answer in time',
    text: 'The tunnel works, but the app at its other end took too long. Try again later.',
    hasDetails: true,
    stop: { hop: 'app', word: 'No answer' },
  },
  CULVERT_HTTP_VERSION: {
    status: 505,
    title: 'This HTTP version is not supported',
    text: 'Use HTTP/1.1 or HTTP/1.0, or HTTP/2 by HTTPS.',
  },
}

/** The error shown to a visitor if a stream ends before its answer, by the code of its reset. */
export const resetErrors: Record<ResetCode | 'SESSION_LOST', ErrorCode> = {
  CANCELLED: 'CULVERT_APP_CLOSED',
  REFUSED: 'CULVERT_APP_REFUSED',
  ORIGIN_TIMEOUT: 'CULVERT_APP_TIMEOUT',
  ORIGIN_BAD_RESPONSE: 'CULVERT_APP_BAD_RESPONSE',
  ORIGIN_CLOSED: 'CULVERT_APP_CLOSED',
  FLOW_CONTROL: 'CULVERT_INTERNAL',
  INTERNAL: 'CULVERT_INTERNAL',
  ORIGIN_NOT_HTTP: 'CULVERT_APP_NOT_HTTP',
  ORIGIN_NEEDS_TLS: 'CULVERT_APP_NEEDS_HTTPS',
  AGENT_FULL: 'CULVERT_AGENT_FULL',
  AGENT_LOST: 'CULVERT_AGENT_LOST',
  AGENT_ABSENT: 'CULVERT_TUNNEL_OFFLINE',
  LINE_FULL: 'CULVERT_TUNNEL_BUSY',
  SESSION_LOST: 'CULVERT_AGENT_LOST',
}

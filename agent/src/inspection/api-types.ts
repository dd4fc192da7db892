/** What the agent's local server says to its screen and to commands, as JSON. Types only: the screen is built from them too. */

/** Stands in place of a secret, whatever its length. */
export type Redacted = '[redacted]'

export type Field = readonly [name: string, value: string]

/** A request as lists show it. */
export interface RequestSummary {
  /** Unique among all agents that run on this machine. */
  id: string
  /** The id by which error pages, the edge's log and the dashboard name it; undefined where the edge did not say it, and for a replay from this machine. */
  requestId: string | undefined
  tunnel: string
  /** ISO 8601, in UTC. */
  startedAt: string
  kind: 'http' | 'websocket' | 'events'
  method: string
  /** Path and query, redacted. */
  target: string
  /** The status of the response; 0 when none began, 499 when the visitor left before it was complete. */
  status: number
  state: 'open' | 'complete' | 'abandoned' | 'failed'
  /** Why there is no complete response; undefined when there is. */
  failure: string | undefined
  firstByteMs: number
  durationMs: number
  bytesIn: number
  bytesOut: number
  /** The request that this one repeats. */
  replayOf: string | undefined
  /** Whether the signature of a webhook is right; undefined when no secret was given for it. */
  webhook: WebhookVerdict | undefined
}

export interface WebhookVerdict {
  provider: string
  isValid: boolean
  /** What is wrong, or what was checked. */
  why: string
}

/** All that is kept of a request. */
export interface RequestDetail extends RequestSummary {
  host: string
  visitorAddress: string
  requestFields: readonly Field[]
  requestBody: BodyDetail
  reason: string
  responseFields: readonly Field[]
  responseBody: BodyDetail
  /** Messages of a WebSocket, or events of an event stream. */
  frames: readonly FrameDetail[]
  /** Messages that came after the bound was reached. */
  framesDropped: number
  /** Where a secret was taken out, such as `request header Authorization`. */
  redacted: readonly string[]
}

export interface BodyDetail {
  /** Bytes as they were sent. */
  size: number
  isTruncated: boolean
  /** The Content-Encoding that was taken off before it was kept. */
  decodedFrom: string | undefined
  /** Why nothing was kept of a body; undefined when something was, or when there was none. */
  absence: string | undefined
  contentType: string
  encoding: 'utf8' | 'base64'
  content: string
}

export interface FrameDetail {
  direction: 'in' | 'out'
  /** Milliseconds since the request arrived. */
  atMs: number
  kind: 'text' | 'binary' | 'ping' | 'pong' | 'close' | 'event'
  size: number
  isTruncated: boolean
  encoding: 'utf8' | 'base64'
  content: string
}

/** The conditions of a request list; each may be left out. */
export interface RequestFilter {
  tunnel?: string
  method?: string
  /** 2 for 2xx, and so on; 0 for requests without a response. */
  statusClass?: number
  /** Text of the target, without regard to case. */
  path?: string
  kind?: RequestSummary['kind']
}

export interface RequestList {
  requests: readonly RequestSummary[]
  /** Give it as `before` to get the older ones; undefined at the end. */
  cursor: string | undefined
}

/** A batch of what changed among the requests that a filter lets through. */
export interface RequestChanges {
  requests: readonly RequestSummary[]
  /** Ids of requests that are no longer kept, or that the filter does not let through. */
  forgotten: readonly string[]
  /** Whether changes were left out, since more came than a batch holds. The list says what stands. */
  isPartial: boolean
  keeping: Keeping
}

/** What the inspector holds. */
export interface Keeping {
  isOn: boolean
  keepsSecrets: boolean
  requestCount: number
  bytes: number
  bytesMax: number
  /** Requests that came, kept or not. */
  seen: number
  /** Those of them that were not kept. */
  skipped: Readonly<Record<SkipReason, number>>
}

/**
 * Why a request was not kept. `busy`: so many came that keeping it would have slowed visitors. `full`: requests that were open took all the
 * room. `fault`: it could not be read.
 */
export type SkipReason = 'busy' | 'full' | 'fault'

/** A request as it is sent to the app once more. */
export interface ReplayRequest {
  method: string
  target: string
  fields: readonly Field[]
  body: { encoding: 'utf8' | 'base64'; content: string }
}

export interface ReplayAnswer {
  /** The new request. */
  request: RequestDetail
  /** What the original had and the repetition lacks: secrets are not kept. */
  omitted: readonly string[]
}

/** The answer of an app. */
export interface Answer {
  status: number
  fields: readonly Field[]
  body: ReplayRequest['body']
}

/** Requests that are sent again to see whether the answers are still the same; the content of a file. */
export interface RequestSet {
  version: 1
  /** Header fields that may differ, beside those that always may. */
  ignoreFields: readonly string[]
  /** Members of JSON that may differ, wherever they stand. */
  ignoreMembers: readonly string[]
  requests: readonly { request: ReplayRequest; expected: Answer }[]
}

/** The result of a request of a set. */
export interface SetResult {
  id: string
  method: string
  target: string
  /** Where the answer differs; empty when it is the same. */
  differences: readonly string[]
}

export interface TunnelStatus {
  name: string
  /** undefined until the server has named it. */
  publicUrl: string | undefined
  forwardingTo: string
  requestCount: number
  bytesIn: number
  bytesOut: number
}

export interface AgentStatus {
  pid: number
  version: string
  startedAt: string
  tunnels: readonly TunnelStatus[]
  keeping: Keeping
}

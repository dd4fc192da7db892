/** The JSON that the agent's local server sends to its screen and to commands. Types only, because the screen is built from them too. */

/** Replaces a secret, whatever its length. */
export type Redacted = '[redacted]'

export type Field = readonly [name: string, value: string]

/** A request as shown in lists. */
export interface RequestSummary {
  /** Unique among all agents running on this machine. */
  id: string
  /** The id used by error pages, the edge's log and the dashboard; undefined if the edge did not give one, and for a replay from this machine. */
  requestId: string | undefined
  tunnel: string
  /** ISO 8601, in UTC. */
  startedAt: string
  kind: 'http' | 'websocket' | 'events'
  method: string
  /** Path and query, redacted. */
  target: string
  /** The status of the response; 0 if none began, 499 if the visitor left before it was complete. */
  status: number
  state: 'open' | 'complete' | 'abandoned' | 'failed'
  /** Why there is no complete response; undefined if there is one. */
  failure: string | undefined
  firstByteMs: number
  durationMs: number
  bytesIn: number
  bytesOut: number
  /** The request that this one repeats. */
  replayOf: string | undefined
  /** Whether the signature of a webhook is valid; undefined if no secret was given for it. */
  webhook: WebhookVerdict | undefined
}

export interface WebhookVerdict {
  provider: string
  isValid: boolean
  /** What is wrong, or what was checked. */
  why: string
}

/** Everything that is kept of a request. */
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
  /** The number of messages that came after the bound was reached. */
  framesDropped: number
  /** Where a secret was removed, such as `request header Authorization`. */
  redacted: readonly string[]
}

export interface BodyDetail {
  /** Bytes as they were sent. */
  size: number
  isTruncated: boolean
  /** The Content-Encoding that was removed before the body was kept. */
  decodedFrom: string | undefined
  /** Why nothing was kept of a body; undefined if something was kept, or there was no body. */
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

/** The conditions of a request list, each of them optional. */
export interface RequestFilter {
  tunnel?: string
  method?: string
  /** 2 for 2xx, and so on; 0 for requests without a response. */
  statusClass?: number
  /** Text in the target, ignoring case. */
  path?: string
  kind?: RequestSummary['kind']
}

export interface RequestList {
  requests: readonly RequestSummary[]
  /** Pass it as `before` to get older requests; undefined at the end. */
  cursor: string | undefined
}

/** A batch of changes to the requests that match a filter. */
export interface RequestChanges {
  requests: readonly RequestSummary[]
  /** Ids of requests that are no longer kept, or no longer match the filter. */
  forgotten: readonly string[]
  /** Whether changes were left out because there were more than a batch holds. The list has the current state. */
  isPartial: boolean
  keeping: Keeping
}

/** The contents of the inspector. */
export interface Keeping {
  isOn: boolean
  keepsSecrets: boolean
  requestCount: number
  bytes: number
  bytesMax: number
  /** The number of requests that arrived, kept or not. */
  seen: number
  /** The number of them that were not kept. */
  skipped: Readonly<Record<SkipReason, number>>
}

/**
 * Why a request was not kept. `busy`: so many arrived that keeping it would have slowed visitors. `full`: open requests took all the
 * memory. `fault`: it could not be read.
 */
export type SkipReason = 'busy' | 'full' | 'fault'

/** A request to send to the app again. */
export interface ReplayRequest {
  method: string
  target: string
  fields: readonly Field[]
  body: { encoding: 'utf8' | 'base64'; content: string }
}

export interface ReplayAnswer {
  /** The new request. */
  request: RequestDetail
  /** What the original had and the repetition lacks, because secrets are not kept. */
  omitted: readonly string[]
}

/** The answer of an app. */
export interface Answer {
  status: number
  fields: readonly Field[]
  body: ReplayRequest['body']
}

/** Requests that are sent again to check whether the answers are still the same; the content of a file. */
export interface RequestSet {
  version: 1
  /** Header fields that may differ, in addition to those that always may. */
  ignoreFields: readonly string[]
  /** Members of JSON that may differ, at any depth. */
  ignoreMembers: readonly string[]
  requests: readonly { request: ReplayRequest; expected: Answer }[]
}

/** The result of one request in a set. */
export interface SetResult {
  id: string
  method: string
  target: string
  /** Where the answer differs; empty when it is the same. */
  differences: readonly string[]
}

export interface TunnelStatus {
  name: string
  /** undefined until the server has assigned it. */
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

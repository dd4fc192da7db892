import type { RequestHead, ResetCode } from '@culvert/wire'
import type { ParsedHead } from '../net/response-head.ts'
import type { LostReference } from '../rules/rewriting.ts'
import type { Refusal } from './host-refusal.ts'

/** The status of a request whose visitor left before the response was complete. No app sends it; nginx introduced it. */
export const statusAbandoned = 499

/** The outcome of an exchange, and its traffic. */
export interface Outcome {
  /**
   * `complete`: the visitor has the whole response, or left a stream that has no end. `abandoned`: the visitor left earlier.
   * `failed`: the app gave no complete response, or the tunnel broke.
   */
  how: { kind: 'complete' | 'abandoned' } | { kind: 'failed'; code: ResetCode | 'SESSION_LOST'; message: string }
  /** The status of the response; 0 if none began, 499 if the visitor left. */
  status: number
  /** The time until the response began, in milliseconds; 0 if none began. */
  firstByteMs: number
  /** The time until the end, in milliseconds. */
  durationMs: number
  /** Bytes of the request's body, or of the visitor's part of an upgraded connection. */
  bytesIn: number
  /** Bytes of the response's body, or of the app's part of an upgraded connection. */
  bytesOut: number
}

/** Follows one exchange. Chunks are lent for the duration of the call: a tap copies what it keeps. */
export interface ExchangeTap {
  requestData(chunk: Buffer): void
  /** Called for the final head, and for each 1xx head before it. */
  responseHead(head: Readonly<ParsedHead>): void
  responseData(chunk: Buffer): void
  /** Called once, at the end. */
  over(outcome: Outcome): void
}

/** Called for events of requests. */
export interface ExchangeObserver {
  /** Called when a request has arrived. The returned tap follows the exchange. */
  begun?(request: RequestHead): ExchangeTap | undefined
  /** Called when a response begins that may never end: an upgraded connection or an event stream. */
  streaming(request: RequestHead, status: number): void
  /** Called once for each request, at its end. */
  over(request: RequestHead, outcome: Outcome): void
  /** Called when the app refuses the public hostname or plain HTTP; the visitor gets that refusal. */
  refused(request: RequestHead, refusal: Refusal): void
  /** Called when a response sends its visitor where the app is not, for example with `Location: http://localhost:3000/`, or around in a circle. */
  misdirected(request: RequestHead, reference: LostReference): void
}

import type { HeaderField } from '@culvert/wire'
import type { VisitorRequest } from '../visitor.ts'
import type { ErrorCode } from '../error-code.ts'
import type { ReachableTunnel } from '../tunnels/reachable.ts'

/** The end of an app's answer. */
export interface Answered {
  request: VisitorRequest
  tunnel: ReachableTunnel
  status: number
  /** The time from the request's head to the end of its answer, or of the upgraded connection. */
  durationMs: number
  /** Whether it was sent completely. */
  isComplete: boolean
  /** Why it was not, if the app or the agent was at fault. */
  reason: string | undefined
}

/** Called for every exchange that ends with an answer of the app; the others end with an error page. */
export interface ExchangeObserver {
  onAnswered(answered: Answered): void
}

/** Follows exchanges step by step, if the operator enables tracing. */
export interface ExchangeTracer {
  follow(request: VisitorRequest, tunnel: ReachableTunnel): ExchangeTrace
}

/** The trace of one exchange. */
export interface ExchangeTrace {
  /** Called when a stream is about to open, and again if the request is retried. Returns the fields that the app is sent. */
  onAsk(): readonly HeaderField[]
  /** Called for each head of the app, 1xx included. */
  onHead(): void
  /** Called when the edge itself answers. */
  onFail(code: ErrorCode): void
  /** Called at the end; `status` is the app's, or 0 if none arrived. */
  onEnd(status: number, isComplete: boolean): void
}

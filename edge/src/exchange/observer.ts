import type { HeaderField } from '@culvert/wire'
import type { VisitorRequest } from '../visitor.ts'
import type { ErrorCode } from '../pages/errors.ts'
import type { Tunnel } from '../tunnels/tunnel.ts'

/** How an answer of the app ended. */
export interface Answered {
  request: VisitorRequest
  tunnel: Tunnel
  status: number
  /** From the request's head to the end of its answer, or of the upgraded connection. */
  durationMs: number
  /** Whether it was sent completely. */
  isComplete: boolean
  /** Why not, where the app or the agent was at fault. */
  reason: string | undefined
}

/** Is told of every exchange that ends with an answer of the app; the others end with an error page. */
export interface ExchangeObserver {
  onAnswered(answered: Answered): void
}

/** Follows exchanges step by step, where the operator wants traces. */
export interface ExchangeTracer {
  follow(request: VisitorRequest, tunnel: Tunnel): ExchangeTrace
}

/** One exchange that is followed. */
export interface ExchangeTrace {
  /** A stream is about to open; more than once where the request is tried again. Returns the fields that the app is sent. */
  onAsk(): readonly HeaderField[]
  /** A head of the app came, 1xx included. */
  onHead(): void
  /** The edge answers by itself. */
  onFail(code: ErrorCode): void
  /** Nothing is carried any more; the status is the app's, 0 where none came. */
  onEnd(status: number, isComplete: boolean): void
}

import type { VisitorRequest } from '../ingress/visitor.ts'
import type { Tunnel } from '../tunnels/tunnel.ts'

/** How the app's answer to a request went. */
export interface Answered {
  request: VisitorRequest
  tunnel: Tunnel
  status: number
  /** From the request's head to the end of its answer, or of the upgraded connection. */
  durationMs: number
  /** Whether the visitor got all of it. */
  isComplete: boolean
}

/** Hears of every exchange that ends and to which the app has answered; error pages tell of the others. */
export interface ExchangeObserver {
  onAnswered(answered: Answered): void
}

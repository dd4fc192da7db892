import type { Logger } from 'pino'
import type { Answered, ExchangeObserver } from '../exchange/observer.ts'
import type { Metrics } from './metrics.ts'
import { requestIdOf, withoutQuery } from '../reporting.ts'

/** Counts the answers of apps and, if the operator enables it, writes a log line for each. */
export class RequestLog implements ExchangeObserver {
  readonly #metrics: Metrics
  /** Undefined if requests are not logged. */
  readonly #log: Logger | undefined

  constructor(metrics: Metrics, log: Logger | undefined) {
    this.#metrics = metrics
    this.#log = log
  }

  onAnswered(answered: Answered): void {
    const { status, durationMs } = answered
    this.#metrics.countAnswer(status, durationMs)
    if (this.#log === undefined) return
    const { request, tunnel, isComplete, reason } = answered
    const { method, target, hostname, origin } = request
    this.#log.info(
      {
        requestId: requestIdOf(request),
        hostname,
        accountId: tunnel.account.id,
        agentId: tunnel.agentId,
        address: origin.address,
        method,
        path: withoutQuery(target),
        status,
        durationMs: Math.round(durationMs * 10) / 10,
        isComplete,
        reason,
      },
      'request',
    )
  }
}

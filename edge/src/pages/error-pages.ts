import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Metrics } from '../operations/metrics.ts'
import type { Visitor } from '../ingress/visitor.ts'
import { sendAnswer } from './answer.ts'
import type { Answer } from './answer.ts'
import { requestIdOf } from '../operations/request-id.ts'
import { withoutQuery } from '../operations/request-log.ts'
import type { LimitState } from '../limits/limit-state.ts'
import { errorAnswer } from './error-page.ts'
import { errorTexts } from './errors.ts'
import type { ErrorCode } from './errors.ts'
import type { OwnerLinks } from './owner-link.ts'

/** What is known of a request that failed; parts are missing when its head could not be read. */
export interface FailedRequest {
  /** The value of `Accept`, or nothing. */
  accept: string
  address: string
  requestId?: string
  hostname?: string
  method?: string
  /** Of the target, without the query: that carries secrets. */
  path?: string
  /** For the log, and for the tunnel's owner. */
  detail?: string
  /** The agent that serves the hostname, where one does. */
  agentId?: string
  /** The limit that the request met. */
  limit?: LimitState
}

export interface ErrorPagesOptions {
  log: Logger
  metrics: Metrics
  ownerLinks: OwnerLinks
  /** What agents take for `--server`. */
  serverUrl: string
  /** Whether what visitors cause is logged too, whatever the level. */
  logsAll?: boolean
}

/** Makes error pages, each with a request id that the log knows too. */
export class ErrorPages {
  readonly #log: Logger
  readonly #metrics: Metrics
  readonly #logsAll: boolean
  readonly #ownerLinks: OwnerLinks
  readonly #serverUrl: string

  constructor({ log, metrics, ownerLinks, serverUrl, logsAll = false }: ErrorPagesOptions) {
    this.#log = log
    this.#metrics = metrics
    this.#ownerLinks = ownerLinks
    this.#serverUrl = serverUrl
    this.#logsAll = logsAll
  }

  make(code: ErrorCode, { accept, hostname = '', requestId = randomUUID(), ...request }: FailedRequest): Answer {
    const { status } = errorTexts[code]
    this.#metrics.countError(code, status)
    // A stranger can cause any number of 4xx; only what fails behind the edge is news to its operator.
    const level = status < 500 && !this.#logsAll ? 'debug' : 'info'
    this.#log[level]({ code, status, requestId, hostname, ...request }, 'request failed')
    const { method = '', path = '', detail = null, agentId = null, limit } = request
    const findOwnerUrl = () => this.#ownerLinks.make({ sub: requestId, code, agentId, hostname, method, path, detail })
    const serverUrl = this.#serverUrl
    return errorAnswer(code, { accept, hostname, requestId, method, limit, findOwnerUrl, serverUrl })
  }

  /** Answers a visitor to whom nothing was sent yet. */
  send(visitor: Visitor, code: ErrorCode, known: Pick<FailedRequest, 'detail' | 'agentId' | 'limit'> = {}): void {
    const { accept, origin, hostname, method, target } = visitor.request
    const path = withoutQuery(target)
    const requestId = requestIdOf(visitor.request)
    const request = { accept, address: origin.address, requestId, hostname, method, path, ...known }
    sendAnswer(visitor, this.make(code, request))
  }
}

import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Visitor } from '../visitor.ts'
import { type Answer, sendAnswer } from './answer.ts'
import { requestIdOf, withoutQuery } from '../reporting.ts'
import type { LimitState } from './limit-state.ts'
import { errorAnswer } from './error-page.ts'
import { errorTexts } from './errors.ts'
import type { ErrorCode } from '../error-code.ts'
import type { OwnerLinks } from './owner-link.ts'

/** What is known about a request that failed; parts are missing if its head could not be read. */
export interface FailedRequest {
  /** The value of `Accept`; empty if there is none. */
  accept: string
  address: string
  requestId?: string
  hostname?: string
  method?: string
  /** The path of the target, without the query, which may carry secrets. */
  path?: string
  /** For the log, and for the tunnel's owner. */
  detail?: string
  /** The agent that serves the hostname, if there is one. */
  agentId?: string
  /** The limit that the request exceeded. */
  limit?: LimitState
}

interface ErrorCounts {
  countError(code: ErrorCode, status: number): void
}

export interface ErrorPagesOptions {
  log: Logger
  /** Called for each page. */
  metrics: ErrorCounts
  ownerLinks: OwnerLinks
  /** The value of the agent's `--server`. */
  serverUrl: string
  /** Whether 4xx are logged as well, at any level. */
  logsAll?: boolean
}

/** Makes error pages, each with the request's id, which is also in the log. */
export class ErrorPages {
  readonly #options: ErrorPagesOptions

  constructor(options: ErrorPagesOptions) {
    this.#options = options
  }

  make(code: ErrorCode, { accept, hostname = '', requestId = randomUUID(), ...request }: FailedRequest): Answer {
    const { log, metrics, ownerLinks, serverUrl, logsAll = false } = this.#options
    const { status } = errorTexts[code]
    metrics.countError(code, status)
    // A stranger can cause any number of 4xx; only failures behind the edge deserve a line.
    const level = status < 500 && !logsAll ? 'debug' : 'info'
    log[level]({ code, status, requestId, hostname, ...request }, 'request failed')
    const { method = '', path = '', detail, agentId = null, limit } = request
    const findOwnerUrl = () =>
      ownerLinks.make({ sub: requestId, code, agentId, hostname, method, path, detail: detail ?? null })
    const answer = errorAnswer(code, { accept, hostname, requestId, method, limit, detail, findOwnerUrl, serverUrl })
    answer.cause = { code, detail }
    return answer
  }

  /** Answers a visitor that has not been sent anything yet. */
  send(visitor: Visitor, code: ErrorCode, known: Pick<FailedRequest, 'detail' | 'agentId' | 'limit'> = {}): void {
    const { accept, origin, hostname, method, target } = visitor.request
    const path = withoutQuery(target)
    const requestId = requestIdOf(visitor.request)
    const request = { accept, address: origin.address, requestId, hostname, method, path, ...known }
    sendAnswer(visitor, this.make(code, request))
  }
}

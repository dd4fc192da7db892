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

/** How many failures are logged in a second: visitors can cause any number of them. */
const linesPerSecondMax = 100

/** Makes error pages, each with the request's id, which is also in the log unless more fail than are logged. */
export class ErrorPages {
  readonly #options: ErrorPagesOptions
  /** How many requests have failed behind the edge in this second. */
  #failures = 0

  constructor(options: ErrorPagesOptions) {
    this.#options = options
  }

  make(code: ErrorCode, { accept, hostname = '', requestId = randomUUID(), ...request }: FailedRequest): Answer {
    const { metrics, ownerLinks, serverUrl } = this.#options
    const { status } = errorTexts[code]
    metrics.countError(code, status)
    this.#log({ code, status, requestId, hostname, ...request })
    const { method = '', path = '', detail, agentId = null, limit } = request
    const findOwnerUrl = () =>
      ownerLinks.make({ sub: requestId, code, agentId, hostname, method, path, detail: detail ?? null })
    const answer = errorAnswer(code, { accept, hostname, requestId, method, limit, detail, findOwnerUrl, serverUrl })
    answer.cause = { code, detail }
    return answer
  }

  /** Logs a failure behind the edge, within the bound; a 4xx, of which a stranger can cause any number, only where every request is logged. */
  #log(failed: { status: number; [field: string]: unknown }): void {
    const { log, logsAll = false } = this.#options
    if (logsAll) return log.info(failed, 'request failed')
    if (failed.status < 500) return log.debug(failed, 'request failed')
    this.#failures += 1
    if (this.#failures === 1) setTimeout(() => this.#beginSecond(), 1_000).unref()
    if (this.#failures <= linesPerSecondMax) log.info(failed, 'request failed')
  }

  #beginSecond(): void {
    const count = this.#failures - linesPerSecondMax
    this.#failures = 0
    if (count > 0) this.#options.log.info({ count }, 'more requests failed than are logged')
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

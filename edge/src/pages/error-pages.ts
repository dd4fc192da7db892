import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Visitor } from '../ingress/visitor.ts'
import { sendAnswer } from './answer.ts'
import type { Answer } from './answer.ts'
import { errorAnswer } from './error-page.ts'
import { errorTexts } from './errors.ts'
import type { ErrorCode } from './errors.ts'

/** What is known of a request that failed; parts are missing when its head could not be read. */
export interface FailedRequest {
  /** The value of `Accept`, or nothing. */
  accept: string
  address: string
  hostname?: string
  method?: string
  /** For the log only. */
  detail?: string
}

/** Makes error pages, each with a request id that the log knows too. */
export class ErrorPages {
  readonly #log: Logger

  constructor(log: Logger) {
    this.#log = log
  }

  make(code: ErrorCode, { accept, hostname = '', ...request }: FailedRequest): Answer {
    const requestId = randomUUID()
    // A stranger can cause any number of 4xx; only what fails behind the edge is news to its operator.
    const level = errorTexts[code].status < 500 ? 'debug' : 'info'
    this.#log[level]({ code, requestId, hostname, ...request }, 'request failed')
    return errorAnswer(code, { accept, hostname, requestId })
  }

  /** Answers a visitor to whom nothing was sent yet. */
  send(visitor: Visitor, code: ErrorCode, detail?: string): void {
    const { accept, address, hostname, method } = visitor.request
    sendAnswer(visitor, this.make(code, { accept, address, hostname, method, detail }))
  }
}

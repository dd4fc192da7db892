import { type Agent, type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { Duplex } from 'node:stream'
import { messageOf } from '@culvert/program'
import { type FaultBearer, guard, listen } from '@culvert/program/guard'
import { writeHeld } from '@culvert/program/memory'
import { readFinalHead, readInterimHead } from '../exchange/response-head.ts'
import { fieldKind } from '../http/field-kinds.ts'
import type { ErrorPages } from '../pages/error-pages.ts'
import type { FaultReport } from '../reporting.ts'
import { type Visitor, type VisitorHandler, type VisitorRequest, isRepeatable, pairFields } from '../visitor.ts'
import { join } from './raw-pair.ts'

export interface DashboardExchangeOptions {
  /** Where the API answers, without a slash at the end. */
  apiUrl: string
  /** How long the API may take to answer, or to continue an answer; milliseconds. */
  apiIdleMs: number
  /** Pools the connections to the API. */
  agent: Agent
  errorPages: ErrorPages
  reportFault: FaultReport
  /** Called once the exchange is over. */
  onOver: () => void
}

/** One request for the dashboard or the API, and its answer. Neither side is read faster than the other accepts. */
export class DashboardExchange implements VisitorHandler, FaultBearer {
  readonly #visitor: Visitor
  readonly #options: DashboardExchangeOptions
  #phase: 'asking' | 'answering' | 'answered' | 'raw' | 'over' = 'asking'
  #sent: ClientRequest | undefined
  #response: IncomingMessage | undefined
  /** Whether the visitor has sent the entire body. */
  #isUploaded: boolean
  #attempts = 0
  #idle: NodeJS.Timeout | undefined
  #isOver = false

  constructor(visitor: Visitor, options: DashboardExchangeOptions) {
    this.#visitor = visitor
    this.#options = options
    this.#isUploaded = !visitor.request.hasBody
  }

  get bearerName(): string {
    return this.#visitor.request.origin.address
  }

  start(): void {
    this.#visitor.attach(this)
    const { apiIdleMs } = this.#options
    this.#idle = setTimeout(
      guard('dashboard.idle', this, () => this.#checkIdle()),
      apiIdleMs,
    ).unref()
    this.#ask()
    const { hasBody, expectsContinue } = this.#visitor.request
    if (expectsContinue) this.#visitor.sendInterim({ status: 100, reason: 'Continue', fields: [] })
    if (hasBody) this.#visitor.resume()
  }

  /** Ends the exchange on both sides, at any stage. */
  onFault(error: unknown, place: string): void {
    this.#options.reportFault(error, place, [this.#visitor.request])
    const isRaw = this.#phase === 'raw'
    this.#finish()
    this.#sent?.destroy()
    // The pair of raw connections ends on its own.
    if (!isRaw) this.#visitor.destroy()
  }

  // From the visitor

  onBody(chunk: Buffer): void {
    if (this.#phase === 'over' || this.#sent === undefined) return
    this.#idle?.refresh()
    if (!writeHeld(this.#sent, chunk)) this.#visitor.pause()
  }

  onBodyEnd(): void {
    this.#isUploaded = true
    if (this.#phase === 'over') return
    this.#idle?.refresh()
    this.#sent?.end()
  }

  onDrain(): void {
    this.#idle?.refresh()
    this.#response?.resume()
  }

  onGone(): void {
    this.#finish()
    this.#sent?.destroy()
  }

  // From the API

  #ask(): void {
    const { apiUrl, agent } = this.#options
    const { request } = this.#visitor
    const { method, target, hasBody } = request
    const { protocol, hostname, port, pathname } = new URL(apiUrl)
    const send = protocol === 'https:' ? requestHttps : requestHttp
    const path = target === '*' ? target : `${pathname.replace(/\/$/, '')}${target}`
    // In a URL, an IPv6 address is in brackets.
    const host = hostname.replace(/^\[|\]$/g, '')
    const sent = send({ agent, protocol, host, port, method, path, headers: fieldsOf(request), setHost: false })
    this.#attempts += 1
    this.#sent = sent
    listen(sent, 'response', 'dashboard.response', this, (response: IncomingMessage) => this.#onResponse(response))
    listen(sent, 'upgrade', 'dashboard.upgrade', this, (response: IncomingMessage, socket: Duplex, early: Buffer) =>
      this.#onUpgrade(response, socket, early),
    )
    listen(sent, 'error', 'dashboard.error', this, (error: Error) => this.#onError(error))
    listen(sent, 'drain', 'dashboard.drain', this, () => {
      this.#idle?.refresh()
      if (this.#phase !== 'over') this.#visitor.resume()
    })
    if (!hasBody) sent.end()
  }

  #onResponse(response: IncomingMessage): void {
    const { statusCode = 0, statusMessage = '', rawHeaders } = response
    if (this.#phase !== 'asking') {
      response.destroy()
      return
    }
    const { request } = this.#visitor
    const fields = pairFields(rawHeaders)
    const head = readFinalHead({ status: statusCode, reason: statusMessage, fields }, request)
    if (head === undefined) {
      this.#fail('the API sent a malformed head')
      return
    }
    this.#phase = 'answering'
    this.#response = response
    this.#visitor.sendHead(head)
    listen(response, 'data', 'dashboard.data', this, (chunk: Buffer) => {
      this.#idle?.refresh()
      if (!head.hasNoBody && !this.#visitor.write(chunk)) response.pause()
    })
    listen(response, 'end', 'dashboard.end', this, () => this.#endAnswer())
    listen(response, 'error', 'dashboard.broken', this, () => this.#breakAnswer())
  }

  #endAnswer(): void {
    if (this.#phase !== 'answering') return
    this.#phase = 'answered'
    this.#visitor.end()
    // The rest of an upload that outlasts its answer is read and dropped.
    if (!this.#isUploaded) this.#visitor.resume()
    this.#finish()
  }

  #breakAnswer(): void {
    if (this.#phase !== 'answering') return
    this.#finish()
    this.#visitor.destroy()
  }

  #onUpgrade(response: IncomingMessage, socket: Duplex, early: Buffer): void {
    const { statusCode = 0, statusMessage = '', rawHeaders } = response
    if (this.#phase !== 'asking' || this.#visitor.request.kind !== 'upgrade') {
      socket.destroy()
      return
    }
    this.#phase = 'raw'
    clearTimeout(this.#idle)
    const head = readInterimHead({ status: statusCode, reason: statusMessage, fields: pairFields(rawHeaders) })
    const transport = this.#visitor.switchProtocols(head)
    if (early.length > 0) transport.write(early)
    join(transport, socket, this, () => this.#finish())
  }

  #onError(error: Error): void {
    if (this.#phase === 'answering') this.#breakAnswer()
    if (this.#phase !== 'asking') return
    // The API may close a kept connection just as a request is sent on it.
    const { request } = this.#visitor
    if (this.#sent?.reusedSocket === true && this.#attempts === 1 && isRepeatable(request)) this.#ask()
    else this.#fail(messageOf(error))
  }

  #checkIdle(): void {
    const waitsForVisitor = this.#phase === 'asking' ? !this.#isUploaded : this.#response?.isPaused() === true
    // Visitors have separate timeouts.
    if (waitsForVisitor) this.#idle?.refresh()
    else if (this.#phase === 'asking') this.#fail('the API did not answer in time')
    else this.#breakAnswer()
  }

  /** Answers with an error page; nothing has been sent to the visitor yet. */
  #fail(detail: string): void {
    this.#finish()
    this.#options.errorPages.send(this.#visitor, 'CULVERT_API_AWAY', { detail })
    if (!this.#isUploaded) this.#visitor.resume()
  }

  /** Ends what belongs to the API's side. Only the first call counts. */
  #finish(): void {
    // An upload that outlasts its answer has no reader.
    if (this.#phase !== 'answered' || !this.#isUploaded) this.#sent?.destroy()
    this.#phase = 'over'
    clearTimeout(this.#idle)
    if (this.#isOver) return
    this.#isOver = true
    this.#options.onOver()
  }
}

/** Returns the fields that the API is sent, names and values alternating. */
function fieldsOf({ kind, method, fields, hasBody, contentLength }: VisitorRequest): string[] {
  // The edge tells the visitor to continue, so the API need not.
  const list = fields.filter(([name]) => fieldKind(name) !== 'expect').flat()
  if (kind === 'upgrade') list.push('Connection', 'Upgrade')
  if (hasBody && contentLength === undefined) list.push('Transfer-Encoding', 'chunked')
  const isBodyExpected = method === 'POST' || method === 'PUT' || method === 'PATCH'
  if (!hasBody && contentLength === undefined && isBodyExpected) list.push('Content-Length', '0')
  return list
}

import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { Attributes, Context, Span, Tracer } from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import {
  ATTR_CLIENT_ADDRESS,
  ATTR_ERROR_TYPE,
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_REQUEST_METHOD_ORIGINAL,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_NETWORK_PROTOCOL_VERSION,
  ATTR_SERVER_ADDRESS,
  ATTR_URL_PATH,
  ATTR_URL_SCHEME,
} from '@opentelemetry/semantic-conventions'
import type { HeaderField } from '@culvert/wire'
import type { VisitorRequest } from '../visitor.ts'
import { requestIdOf, withoutQuery } from '../reporting.ts'
import { errorTexts } from '../pages/errors.ts'
import type { ErrorCode } from '../error-code.ts'
import type { ExchangeTrace, ExchangeTracer } from '../exchange/observer.ts'
import type { ReachableTunnel } from '../tunnels/reachable.ts'

/** The methods of the HTTP conventions; any other is `_OTHER`, so that strangers cannot invent names of spans. */
const knownMethods = new Set(['CONNECT', 'DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'QUERY', 'TRACE'])

/** The error type of an exchange that ended neither with a complete answer nor with an error page. */
const brokenOff = 'BROKEN_OFF'

const propagator = new W3CTraceContextPropagator()
const traceFields = new Set(propagator.fields())

const reader = {
  keys: (fields: readonly HeaderField[]) => fields.map(([name]) => name),
  get: (fields: readonly HeaderField[], key: string) => fields.find(([name]) => name.toLowerCase() === key)?.[1],
}

const writer = { set: (fields: HeaderField[], key: string, value: string) => void fields.push([key, value]) }

/** Creates two spans per exchange: one for all of it, and inside it one for tunnel and app. The app's spans are children of the inner one. */
export class SpanTracer implements ExchangeTracer {
  readonly #tracer: Tracer
  readonly #continuesVisitors: boolean

  constructor(tracer: Tracer, continuesVisitors: boolean) {
    this.#tracer = tracer
    this.#continuesVisitors = continuesVisitors
  }

  follow(request: VisitorRequest, tunnel: ReachableTunnel): ExchangeTrace {
    const visitors = propagator.extract(ROOT_CONTEXT, request.fields, reader)
    const parent = this.#continuesVisitors ? visitors : ROOT_CONTEXT
    const linked = this.#continuesVisitors ? undefined : trace.getSpanContext(visitors)
    const span = this.#tracer.startSpan(
      nameOf(request),
      {
        kind: SpanKind.SERVER,
        attributes: describe(request, tunnel),
        links: linked === undefined ? [] : [{ context: linked }],
      },
      parent,
    )
    return new SpanTrace(this.#tracer, request, span, trace.setSpan(parent, span))
  }
}

class SpanTrace implements ExchangeTrace {
  readonly #tracer: Tracer
  readonly #request: VisitorRequest
  readonly #span: Span
  readonly #context: Context
  /** The span of the attempt under way. */
  #tunnelSpan: Span | undefined
  #hasHead = false
  #code: ErrorCode | undefined

  constructor(tracer: Tracer, request: VisitorRequest, span: Span, context: Context) {
    this.#tracer = tracer
    this.#request = request
    this.#span = span
    this.#context = context
  }

  onAsk(): readonly HeaderField[] {
    if (this.#tunnelSpan !== undefined) endSpan(this.#tunnelSpan, 0, 'CULVERT_AGENT_LOST')
    this.#tunnelSpan = this.#tracer.startSpan(
      nameOf(this.#request),
      { kind: SpanKind.CLIENT, attributes: describeMethod(this.#request) },
      this.#context,
    )
    const fields = this.#request.fields.filter(([name]) => !traceFields.has(name.toLowerCase()))
    propagator.inject(trace.setSpan(this.#context, this.#tunnelSpan), fields, writer)
    return fields
  }

  onHead(): void {
    if (this.#hasHead) return
    this.#hasHead = true
    this.#tunnelSpan?.addEvent('first byte')
  }

  onFail(code: ErrorCode): void {
    this.#code = code
  }

  onEnd(status: number, isComplete: boolean): void {
    const fault = this.#code ?? (isComplete ? undefined : brokenOff)
    const seenStatus = this.#code === undefined ? status : errorTexts[this.#code].status
    if (this.#tunnelSpan !== undefined) endSpan(this.#tunnelSpan, status, fault ?? faultOf(status, 400))
    endSpan(this.#span, seenStatus, fault ?? faultOf(status, 500))
  }
}

/** For a client 4xx is an error, for a server it is not: the conventions define the status of a span this way. */
function faultOf(status: number, errorsFrom: number): string | undefined {
  return status >= errorsFrom ? String(status) : undefined
}

function endSpan(span: Span, status: number, fault: string | undefined): void {
  if (status > 0) span.setAttribute(ATTR_HTTP_RESPONSE_STATUS_CODE, status)
  if (fault !== undefined) span.setAttribute(ATTR_ERROR_TYPE, fault).setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

function describe(request: VisitorRequest, tunnel: ReachableTunnel): Attributes {
  return {
    ...describeMethod(request),
    [ATTR_URL_SCHEME]: request.origin.scheme,
    [ATTR_URL_PATH]: withoutQuery(request.target),
    [ATTR_SERVER_ADDRESS]: request.hostname,
    [ATTR_CLIENT_ADDRESS]: request.origin.address,
    [ATTR_NETWORK_PROTOCOL_VERSION]: request.httpVersion,
    'culvert.account_id': tunnel.account.id,
    'culvert.agent_id': tunnel.agentId,
    'culvert.request_id': requestIdOf(request),
  }
}

function describeMethod({ method }: VisitorRequest): Attributes {
  if (knownMethods.has(method)) return { [ATTR_HTTP_REQUEST_METHOD]: method }
  return { [ATTR_HTTP_REQUEST_METHOD]: '_OTHER', [ATTR_HTTP_REQUEST_METHOD_ORIGINAL]: method }
}

function nameOf({ method }: VisitorRequest): string {
  return knownMethods.has(method) ? method : 'HTTP'
}

import type { Duplex } from 'node:stream'
import type { ProcessPosition } from '@culvert/wire'
import type { Certificates } from './certificates/certificates.ts'
import type { EdgeConfig } from './config.ts'
import { holdVisitor } from './exchange/held-visitor.ts'
import { edgeProtocol, edgeTarget } from './hop/dial.ts'
import type { Hop } from './hop/hop.ts'
import { isOwnName } from './hostname.ts'
import { fieldKind } from './http/field-kinds.ts'
import type { Readiness } from './operations/readiness.ts'
import { sendAnswer } from './pages/answer.ts'
import type { ErrorPages } from './pages/error-pages.ts'
import { findOwnPage } from './pages/own-pages.ts'
import { findProcessInRequest } from './process-names.ts'
import type { FaultReport } from './reporting.ts'
import type { Visitor, VisitorRequest } from './visitor.ts'

export interface OwnHostOptions {
  config: EdgeConfig
  /** Undefined if the edge serves its own sessions only. */
  hop: Hop | undefined
  readiness: Readiness
  position: ProcessPosition
  /** Takes over the connection of an agent whose HELLO is still to come. */
  admit: (transport: Duplex) => void
  /** Undefined if the edge itself serves no HTTPS. */
  certificates: Certificates | undefined
  errorPages: ErrorPages
  reportFault: FaultReport
}

/** The path on the edge's own hostname where agents connect, and the protocol that they upgrade to. */
const tunnelTarget = '/.culvert/tunnel'
const tunnelProtocol = 'culvert'

/** The edge's own hostnames: its pages, and the endpoints that agents and other edges dial. */
export class OwnHost {
  readonly #options: OwnHostOptions
  readonly #tunnelHost: string
  readonly #agentHost: string | undefined
  readonly #siblingHost: string | undefined
  #isStopping = false

  constructor(options: OwnHostOptions) {
    const { tunnelUrl, agentUrl, siblingUrl } = options.config
    this.#options = options
    this.#tunnelHost = tunnelUrl.hostname
    this.#agentHost = agentUrl?.hostname
    this.#siblingHost = siblingUrl?.hostname
  }

  /** Reports whether the edge itself answers at a hostname. Asked for every request. */
  has(hostname: string): boolean {
    return isOwnName(hostname, this.#tunnelHost) || hostname === this.#agentHost || hostname === this.#siblingHost
  }

  /** Turns new agents away. */
  stop(): void {
    this.#isStopping = true
  }

  /** Answers a request to one of its hostnames. */
  serve(visitor: Visitor): void {
    const { errorPages, config, readiness, certificates } = this.#options
    if (visitor.request.target === tunnelTarget) {
      this.#serveAgent(visitor)
      return
    }
    if (visitor.request.target === edgeTarget) {
      this.#serveEdge(visitor)
      return
    }
    const page = findOwnPage(visitor.request, {
      dashboardUrl: config.publicUrl,
      readiness,
      authority: certificates?.authority,
      listRevoked: certificates?.listRevoked,
    })
    if (page instanceof Promise) void holdVisitor(visitor, page, (answer) => sendAnswer(visitor, answer), this.#options)
    else if (page !== undefined) sendAnswer(visitor, page)
    else errorPages.send(visitor, 'CULVERT_NOT_FOUND')
  }

  /** Reports whether a request is for another process, to which its connection could not be passed: here its session would replace another. */
  #isForOtherProcess({ target, fields }: VisitorRequest): boolean {
    const { number, count } = this.#options.position
    const wanted = findProcessInRequest(target, fields) ?? number
    return wanted !== number && wanted < count
  }

  #serveAgent(visitor: Visitor): void {
    const { errorPages, admit } = this.#options
    if (!asksFor(visitor.request, tunnelProtocol)) {
      errorPages.send(visitor, 'CULVERT_UPGRADE_REQUIRED')
      return
    }
    if (this.#isStopping || this.#isForOtherProcess(visitor.request)) {
      errorPages.send(visitor, 'CULVERT_EDGE_STOPPING')
      return
    }
    admit(acceptUpgrade(visitor, tunnelProtocol))
  }

  /** Accepts a session of another edge. A client that shows no ticket finds nothing here. */
  #serveEdge(visitor: Visitor): void {
    const { hop, errorPages } = this.#options
    const authorization = visitor.request.fields.find(([name]) => name.toLowerCase() === 'authorization')?.[1]
    if (hop === undefined || authorization === undefined || !asksFor(visitor.request, edgeProtocol)) {
      errorPages.send(visitor, 'CULVERT_NOT_FOUND')
      return
    }
    const answer = (checked: Awaited<ReturnType<typeof hop.incoming.check>>) => {
      if (checked === undefined) errorPages.send(visitor, 'CULVERT_NOT_FOUND')
      else if (this.#isStopping || this.#isForOtherProcess(visitor.request))
        errorPages.send(visitor, 'CULVERT_EDGE_STOPPING')
      else hop.incoming.admit(acceptUpgrade(visitor, edgeProtocol), checked)
    }
    void holdVisitor(visitor, hop.incoming.check(authorization), answer, this.#options)
  }
}

function acceptUpgrade(visitor: Visitor, protocol: string): Duplex {
  return visitor.switchProtocols({ status: 101, reason: 'Switching Protocols', fields: ['Upgrade', protocol] })
}

function asksFor({ kind, fields }: VisitorRequest, protocol: string): boolean {
  if (kind !== 'upgrade') return false
  return fields.some(([name, value]) => fieldKind(name) === 'upgrade' && value.toLowerCase() === protocol)
}

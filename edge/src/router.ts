import { isIP } from 'node:net'
import type { Logger } from 'pino'
import type { EdgeConfig } from './config.ts'
import { fieldKind } from './ingress/field-kinds.ts'
import type { Visitor, VisitorRequest } from './ingress/visitor.ts'
import { sendAnswer } from './pages/answer.ts'
import type { ErrorPages } from './pages/error-pages.ts'
import { findOwnPage } from './pages/own-pages.ts'
import { carry } from './proxy/exchange.ts'
import type { ExchangeOptions } from './proxy/exchange.ts'
import { admitAgent } from './tunnels/admission.ts'
import type { TunnelRegistry } from './tunnels/registry.ts'
import type { TicketVerifier } from './tunnels/tickets.ts'

export interface RouterOptions {
  config: EdgeConfig
  registry: TunnelRegistry
  tickets: TicketVerifier
  errorPages: ErrorPages
  log: Logger
}

/** Where agents open their tunnels, on the edge's own hostname, and the protocol that they upgrade to. */
const tunnelTarget = '/.culvert/tunnel'
const tunnelProtocol = 'culvert'

/** Decides by its hostname who answers a request: a tunnel, the edge itself, or nobody. */
export class Router {
  readonly #options: RouterOptions
  readonly #exchangeOptions: ExchangeOptions
  #isStopping = false

  constructor(options: RouterOptions) {
    this.#options = options
    // Where the public address is https, TLS ends in front of this edge.
    const scheme = options.config.tunnelUrl.protocol === 'https:' ? 'https' : 'http'
    this.#exchangeOptions = { errorPages: options.errorPages, scheme }
  }

  route(visitor: Visitor): void {
    const { registry, errorPages } = this.#options
    const { hostname } = visitor.request
    const tunnel = registry.find(hostname)
    if (tunnel !== undefined) carry(visitor, tunnel, this.#exchangeOptions)
    else if (this.#isOwn(hostname)) this.#serveOwn(visitor)
    else if (this.#isStopping) errorPages.send(visitor, 'CULVERT_EDGE_STOPPING')
    else if (registry.isKnownOffline(hostname)) errorPages.send(visitor, 'CULVERT_TUNNEL_OFFLINE')
    else errorPages.send(visitor, 'CULVERT_HOST_UNKNOWN')
  }

  /** Turns new agents away, and blames the edge, not the tunnels, for what is not served any more. */
  stop(): void {
    this.#isStopping = true
  }

  /** No tunnel can have an address for its name, so that health checks by address reach the edge itself. */
  #isOwn(hostname: string): boolean {
    return hostname === this.#options.config.tunnelUrl.hostname || hostname === 'localhost' || isIP(hostname) !== 0
  }

  #serveOwn(visitor: Visitor): void {
    const { errorPages, config } = this.#options
    if (visitor.request.target === tunnelTarget) {
      this.#serveAgent(visitor)
      return
    }
    const page = findOwnPage(visitor.request, config)
    if (page !== undefined) sendAnswer(visitor, page)
    else errorPages.send(visitor, 'CULVERT_NOT_FOUND')
  }

  #serveAgent(visitor: Visitor): void {
    const { errorPages, registry, tickets, config, log } = this.#options
    if (!asksFor(visitor.request, tunnelProtocol)) {
      errorPages.send(visitor, 'CULVERT_UPGRADE_REQUIRED')
      return
    }
    if (this.#isStopping) {
      errorPages.send(visitor, 'CULVERT_EDGE_STOPPING')
      return
    }
    const transport = visitor.switchProtocols({
      status: 101,
      reason: 'Switching Protocols',
      fields: ['Upgrade', tunnelProtocol],
    })
    admitAgent(transport, { registry, tickets, timing: config.timing, log })
  }
}

function asksFor({ kind, fields }: VisitorRequest, protocol: string): boolean {
  if (kind !== 'upgrade') return false
  return fields.some(([name, value]) => fieldKind(name) === 'upgrade' && value.toLowerCase() === protocol)
}

import type { Challenges } from './certificates/challenges.ts'
import type { Dashboard } from './dashboard/dashboard.ts'
import type { Hostnames, HostnameState } from './control/hostnames.ts'
import { OwnHost, type OwnHostOptions } from './own-host.ts'
import { type Visitor, isRepeatable } from './visitor.ts'
import { pageAnswer, sendAnswer } from './pages/answer.ts'
import type { ErrorCode } from './error-code.ts'
import { redirectToHttps } from './pages/own-pages.ts'
import { type AgentCalls, findCallToken } from './agent-calls/agent-calls.ts'
import { type Prober, findProbeToken } from './probes/prober.ts'
import { type ExchangeOptions, carry } from './exchange/exchange.ts'
import { holdVisitor } from './exchange/held-visitor.ts'
import type { TunnelChoice, ReachableTunnels } from './hop/reachable-tunnels.ts'
import type { RequestFollower } from './requests/recorder.ts'
import type { Blocks } from './tunnels/blocks.ts'
import type { TicketVerifier } from './tunnels/ticket.ts'
import type { ReachableTunnel } from './tunnels/reachable.ts'

export interface RouterOptions extends ExchangeOptions, OwnHostOptions {
  tunnels: ReachableTunnels
  tickets: TicketVerifier
  hostnames: Hostnames
  blocks: Blocks
  prober: Prober
  agentCalls: AgentCalls
  /** Undefined if requests for the dashboard do not reach the edge. */
  dashboard: Dashboard | undefined
  /** Undefined if requests are not recorded. */
  recorder: RequestFollower | undefined
  /** Undefined if the API orders no certificates for it. */
  challenges: Challenges | undefined
}

const absences: Record<HostnameState, ErrorCode> = {
  reserved: 'CULVERT_TUNNEL_OFFLINE',
  suspended: 'CULVERT_ACCOUNT_SUSPENDED',
  free: 'CULVERT_HOST_UNKNOWN',
  unknown: 'CULVERT_HOST_UNCHECKED',
}

/** Decides by hostname whether a tunnel, the edge itself or an error page answers a request. */
export class Router {
  readonly #options: RouterOptions
  readonly #own: OwnHost
  #isStopping = false

  constructor(options: RouterOptions) {
    this.#options = options
    this.#own = new OwnHost(options)
  }

  route(visitor: Visitor): void {
    const { challenges, dashboard, recorder } = this.#options
    const challenge = challenges?.findText(visitor.request)
    if (challenge !== undefined) {
      // RFC 8555, section 8.3.
      sendAnswer(visitor, pageAnswer(200, 'text', challenge))
      return
    }
    if (dashboard?.hostname === visitor.request.hostname) {
      this.#serveDashboard(visitor)
      return
    }
    const probeToken = findProbeToken(visitor.request)
    const callToken = findCallToken(visitor.request)
    const followed = recorder?.follow(visitor) ?? visitor
    if (probeToken !== undefined) this.#answerProbe(followed, probeToken)
    else if (callToken !== undefined) this.#passCall(followed, callToken)
    else this.#route(followed)
  }

  /** Turns new agents away. Error pages then blame the edge rather than the tunnels. */
  stop(): void {
    this.#isStopping = true
    this.#own.stop()
  }

  #route(visitor: Visitor): void {
    const { config, certificates, blocks } = this.#options
    const { hostname, origin } = visitor.request
    const blockReason = blocks.findReason(hostname)
    if (blockReason !== undefined) {
      this.#refuseBlocked(visitor, blockReason)
      return
    }
    const isRedirected = config.secure?.redirects === true && origin.scheme === 'http' && !this.#own.has(hostname)
    const redirect = () => {
      this.#noteTunnel(visitor)
      sendAnswer(visitor, redirectToHttps(visitor.request, config))
    }
    if (!isRedirected) this.#serve(visitor)
    else if (config.secure?.source !== 'api' || certificates === undefined) redirect()
    // A name for which the API has no certificate, or none yet, is reached over HTTP only.
    else void this.#hold(visitor, certificates.select(hostname), (found) => (found ? redirect() : this.#serve(visitor)))
  }

  #refuseBlocked(visitor: Visitor, reason: string): void {
    visitor.notes?.dismiss()
    this.#refuse(visitor, 'CULVERT_HOSTNAME_BLOCKED', `The reason: ${reason}`)
  }

  #serve(visitor: Visitor): void {
    const { tunnels } = this.#options
    const { hostname } = visitor.request
    // Agents and other edges dial here, with their tickets.
    if (this.#own.has(hostname)) {
      visitor.notes?.dismiss()
      this.#own.serve(visitor)
      return
    }
    const isRetryable = isRepeatable(visitor.request)
    const tunnel = tunnels.chooseLocal(hostname, isRetryable)
    if (tunnel !== undefined) this.#carry(visitor, tunnel)
    else {
      const chosen = tunnels.choose(hostname, isRetryable)
      if (chosen instanceof Promise) void this.#hold(visitor, chosen, (known) => this.#serveChosen(visitor, known))
      else this.#serveChosen(visitor, chosen)
    }
  }

  #serveChosen(visitor: Visitor, chosen: TunnelChoice): void {
    if (typeof chosen !== 'string') this.#carry(visitor, chosen)
    else if (this.#isStopping) this.#options.errorPages.send(visitor, 'CULVERT_EDGE_STOPPING')
    else if (chosen === 'unknown') this.#refuse(visitor, 'CULVERT_ROUTES_AWAY')
    else this.#explainAbsence(visitor)
  }

  /** Answers with an error page, and reads the upload to its end: cutting it off could cost the visitor the page. */
  #refuse(visitor: Visitor, code: ErrorCode, detail?: string): void {
    this.#options.errorPages.send(visitor, code, { detail })
    if (visitor.request.hasBody) visitor.resume()
  }

  /** Answers the API's probe. A request that only looks like one is served like any other, so that no path is taken away from apps. */
  #answerProbe(visitor: Visitor, token: string): void {
    const { tickets, prober } = this.#options
    const { request } = visitor
    void this.#hold(visitor, tickets.checkProbe(token, request.hostname), (probe) => {
      if (probe === undefined) {
        this.#route(visitor)
        return
      }
      visitor.notes?.dismiss()
      void this.#hold(visitor, prober.answer(request, probe), (answer) => sendAnswer(visitor, answer))
    })
  }

  /** Passes a call of the API to an agent. A request that only looks like one is served like any other. */
  #passCall(visitor: Visitor, token: string): void {
    const { tickets, agentCalls } = this.#options
    void this.#hold(visitor, tickets.checkCall(token, visitor.request.hostname), (call) => {
      if (call === undefined) {
        this.#route(visitor)
        return
      }
      visitor.notes?.dismiss()
      void this.#hold(visitor, agentCalls.prepare(call), (prepared) => agentCalls.answer(visitor, prepared))
    })
  }

  /** Reports whether any process of the edge answers itself, without a tunnel. */
  isOwnHostname(hostname: string): boolean {
    return this.#own.has(hostname) || this.#options.dashboard?.hostname === hostname
  }

  /** Records a redirect if a tunnel is there. Otherwise only the request that follows it is considered. */
  #noteTunnel({ notes, request }: Visitor): void {
    const tunnel = this.#options.tunnels.peek(request.hostname)
    if (tunnel === undefined) notes?.dismiss()
    else notes?.noteTunnel(tunnel)
  }

  #carry(visitor: Visitor, tunnel: ReachableTunnel): void {
    visitor.notes?.noteTunnel(tunnel)
    const refusal = tunnel.account.check(visitor.request.origin.address)
    if (refusal === undefined) carry(visitor, tunnel, this.#options)
    else this.#options.errorPages.send(visitor, refusal.code, { limit: refusal.limit, agentId: tunnel.agentId })
  }

  /** Answers a visitor that no tunnel serves, once it is known whether the hostname belongs to a gateway. */
  #explainAbsence(visitor: Visitor): void {
    const { tunnels, hostnames } = this.#options
    const { hostname } = visitor.request
    void this.#hold(visitor, hostnames.find(hostname), (state) => {
      const tunnel = tunnels.peek(hostname)
      if (tunnel !== undefined) {
        this.#carry(visitor, tunnel)
        return
      }
      if (state === 'reserved' || state === 'suspended') visitor.notes?.noteReserved()
      this.#refuse(visitor, absences[state])
    })
  }

  #serveDashboard(visitor: Visitor): void {
    const { config, dashboard } = this.#options
    const { publicUrl, secure } = config
    const isRedirected = secure?.redirects === true && visitor.request.origin.scheme === 'http'
    const address = { tunnelUrl: new URL(publicUrl), secure }
    if (isRedirected) sendAnswer(visitor, redirectToHttps(visitor.request, address))
    else dashboard?.carry(visitor)
  }

  /** Holds the visitor until its answer is decided. */
  async #hold<Awaited>(visitor: Visitor, awaited: Promise<Awaited>, answer: (found: Awaited) => void): Promise<void> {
    await holdVisitor(visitor, awaited, answer, this.#options)
  }
}

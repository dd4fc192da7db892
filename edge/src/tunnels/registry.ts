import { randomBytes } from 'node:crypto'
import type { GoAway, GoAwayCode, WireSession } from '@culvert/wire'
import type { TunnelEndReason } from '@culvert/schema/client-types'
import type { Logger } from 'pino'
import type { Account } from '../accounts/account.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { EdgeTiming } from '../config.ts'
import type { Hostnames } from '../control/hostnames.ts'
import type { UsageMeter } from '../usage/meter.ts'
import { TicketRefused } from './tickets.ts'
import type { Ticket } from './tickets.ts'
import { Tunnel } from './tunnel.ts'
import type { TunnelOwner } from './tunnel.ts'

/** Hears which agents are reachable through this edge. */
export interface TunnelListener {
  onConnected(agentId: string): void
  onDisconnected(agentId: string): void
}

export interface RegistryOptions {
  /** With what resume tokens begin: it says which process of the edge has made them. */
  resumeTokenPrefix: string
  timing: EdgeTiming
  accounts: Accounts
  hostnames: Hostnames
  meter: UsageMeter
  log: Logger
}

/** All tunnels of this edge. One hostname has one tunnel, one tunnel has one agent. */
export class TunnelRegistry implements TunnelOwner {
  readonly #resumeTokenPrefix: string
  readonly #timing: EdgeTiming
  readonly #accounts: Accounts
  readonly #hostnames: Hostnames
  readonly #meter: UsageMeter
  readonly #log: Logger
  readonly #byHostname = new Map<string, Tunnel>()
  readonly #byAgent = new Map<string, Tunnel>()
  readonly #byResumeToken = new Map<string, Tunnel>()
  /** Tunnels that have ended but whose open streams still finish. */
  readonly #draining = new Set<Tunnel>()
  #listener: TunnelListener | undefined
  #isClosed = false

  constructor({ resumeTokenPrefix, timing, accounts, hostnames, meter, log }: RegistryOptions) {
    this.#resumeTokenPrefix = resumeTokenPrefix
    this.#timing = timing
    this.#accounts = accounts
    this.#hostnames = hostnames
    this.#meter = meter
    this.#log = log
  }

  set listener(listener: TunnelListener) {
    this.#listener = listener
  }

  find(hostname: string): Tunnel | undefined {
    return this.#byHostname.get(hostname)
  }

  /** The tunnels with a connected agent. */
  listConnected(): Tunnel[] {
    return [...this.#byAgent.values()].filter((tunnel) => tunnel.isConnected)
  }

  /** Every session of every tunnel, also of those that have ended and still finish their streams. */
  *listSessions(): Iterable<WireSession> {
    for (const tunnel of this.#byAgent.values()) yield* tunnel.sessions
    for (const tunnel of this.#draining) yield* tunnel.sessions
  }

  /** Requests that wait for an agent to come back. */
  countParked(): number {
    return [...this.#byAgent.values()].reduce((sum, tunnel) => sum + tunnel.parkedRequests, 0)
  }

  /**
   * The tunnel that a ticket gives right to: its agent's own, or a new one in the place of an older agent's. Throws
   * TicketRefused when a newer agent serves the hostname.
   */
  claim(ticket: Ticket): Tunnel {
    this.#checkOpen()
    const former = this.#byHostname.get(ticket.hostname)
    const account = this.#accounts.open(ticket)
    const tunnel = former?.agentId === ticket.sub ? former : this.#createTunnel(ticket, account, former)
    tunnel.issuedAt = Math.max(tunnel.issuedAt, ticket.iat)
    return tunnel
  }

  /** The tunnel that is held for the bearer of the token. Throws TicketRefused when there is none. */
  getHeld(resumeToken: string): Tunnel {
    this.#checkOpen()
    const tunnel = this.#byResumeToken.get(resumeToken)
    if (tunnel !== undefined) return tunnel
    throw new TicketRefused('RESUME_UNKNOWN', 'The tunnel is no longer held for this connection. Show a new ticket.')
  }

  /** Sends new requests to a session that was welcomed. */
  connect(tunnel: Tunnel, session: WireSession): void {
    const wasConnected = tunnel.isConnected
    tunnel.connect(session)
    if (!wasConnected) this.#listener?.onConnected(tunnel.agentId)
    this.#log.info({ hostname: tunnel.hostname, agentId: tunnel.agentId }, 'tunnel connected')
  }

  /** The agent leaves by itself: its hostname is not held for it. */
  leave(tunnel: Tunnel, session: WireSession): void {
    if (tunnel.isCurrent(session)) this.#end(tunnel, 'agent left')
  }

  onLost(tunnel: Tunnel): void {
    this.#listener?.onDisconnected(tunnel.agentId)
    this.#log.info({ hostname: tunnel.hostname, agentId: tunnel.agentId }, 'tunnel lost')
  }

  onExpired(tunnel: Tunnel): void {
    this.#end(tunnel, 'agent did not come back')
  }

  onDrained(tunnel: Tunnel): void {
    this.#draining.delete(tunnel)
  }

  /** The API ends a tunnel; harmless when this edge does not have it. */
  endByApi(agentId: string, reason: TunnelEndReason): void {
    const goAway: GoAway = { ...endings[reason], graceMs: this.#timing.endedGraceMs }
    // Who has left may not serve on either: an agent chooses itself how long it takes to leave.
    for (const draining of this.#draining) if (draining.agentId === agentId) draining.end(goAway)
    const tunnel = this.#byAgent.get(agentId)
    if (tunnel === undefined) return
    this.#end(tunnel, reason, goAway)
    if (reason === 'GATEWAY_DELETED') this.#hostnames.noteFree(tunnel.hostname)
  }

  /** Tells every agent to go elsewhere; open streams have `graceMs`. */
  close(graceMs: number): void {
    this.#isClosed = true
    const goAway: GoAway = { ...stopping, graceMs }
    for (const tunnel of this.#byAgent.values()) this.#end(tunnel, 'edge stops', goAway)
  }

  #checkOpen(): void {
    if (this.#isClosed) throw new TicketRefused(stopping.code, stopping.message)
  }

  #createTunnel(ticket: Ticket, account: Account, former: Tunnel | undefined): Tunnel {
    if (former !== undefined) {
      if (former.issuedAt > ticket.iat) throw new TicketRefused('REPLACED', 'A newer agent serves this hostname.')
      const message = 'Another agent has taken over this hostname.'
      this.#end(former, 'replaced', { code: 'REPLACED', message, graceMs: this.#timing.replacedGraceMs })
    }
    const usage = this.#meter.addCounter(ticket.accountId, ticket.gatewayId)
    const resumeToken = this.#resumeTokenPrefix + randomBytes(32).toString('base64url')
    const tunnel = new Tunnel(ticket, resumeToken, account, usage, this.#timing, this)
    this.#byHostname.set(tunnel.hostname, tunnel)
    this.#byAgent.set(tunnel.agentId, tunnel)
    this.#byResumeToken.set(tunnel.resumeToken, tunnel)
    return tunnel
  }

  #end(tunnel: Tunnel, why: string, goAway?: GoAway): void {
    const wasConnected = tunnel.isConnected
    this.#byHostname.delete(tunnel.hostname)
    this.#byAgent.delete(tunnel.agentId)
    this.#byResumeToken.delete(tunnel.resumeToken)
    if (tunnel.gatewayId !== null) this.#hostnames.noteReserved(tunnel.hostname)
    this.#draining.add(tunnel)
    tunnel.end(goAway)
    if (wasConnected) this.#listener?.onDisconnected(tunnel.agentId)
    this.#log.info({ hostname: tunnel.hostname, agentId: tunnel.agentId, why }, 'tunnel ended')
  }
}

const stopping = { code: 'SHUTDOWN', message: 'This edge is stopping. Dial again.' } as const

/** What the person at the agent's screen is told. */
const endings: Record<TunnelEndReason, { code: GoAwayCode; message: string }> = {
  STOPPED: { code: 'STOPPED', message: 'This agent was stopped from the dashboard.' },
  GATEWAY_DELETED: { code: 'GATEWAY_DELETED', message: 'The gateway was deleted.' },
  AUTH_TOKEN_DELETED: { code: 'AUTH_TOKEN_DELETED', message: 'The AuthID of this agent was deleted or replaced.' },
  MEMBER_REMOVED: { code: 'STOPPED', message: 'The member who started this agent is no longer in the account.' },
  ACCOUNT_DELETED: { code: 'STOPPED', message: 'The account of this agent was deleted.' },
  REPLACED: { code: 'REPLACED', message: 'Another agent has taken over this hostname.' },
  UNKNOWN: { code: 'STOPPED', message: 'The server does not know this agent any more.' },
}

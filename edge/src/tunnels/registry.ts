import { randomBytes } from 'node:crypto'
import type { GoAway, WireSession } from '@culvert/wire'
import { poolMax } from '@culvert/schema/tokens'
import type { TunnelEndReason } from '@culvert/schema/client-types'
import type { Logger } from 'pino'
import type { Account } from '../accounts/account.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { TunnelTiming } from './options.ts'
import type { UsageMeter } from '../usage/meter.ts'
import { AgentMemory } from './agent-memory.ts'
import { drained, farewellFor, released, stopping } from './end-reasons.ts'
import { type Ticket, TicketRefused } from './ticket.ts'
import { TunnelTable } from './tunnel-table.ts'
import { type Counted, Tunnel, type TunnelOwner } from './tunnel.ts'

/** Called when agents become reachable through this edge, or cease to be. */
export interface TunnelListener {
  onConnected(agentId: string): void
  onDisconnected(agentId: string): void
}

/** Called with what other edges must know. */
export interface TunnelWatcher {
  /** Called when the tunnel of a hostname opens or ends, or its agent comes or goes. */
  onChange(hostname: string): void
  /** Called when the API has ended an agent, wherever it is. */
  onEnded(agentId: string): void
  /** Called when agents begin to move elsewhere, or stop doing so. */
  onLeaving(isLeaving: boolean): void
}

/** Called with the state of a hostname when its tunnel ends. */
export interface HostnameNotes {
  noteReserved(hostname: string): void
  noteFree(hostname: string): void
  noteSuspended(hostname: string): void
}

export interface RegistryOptions {
  timing: TunnelTiming
  accounts: Accounts
  hostnames: HostnameNotes
  meter: UsageMeter
  log: Logger
}

/** Opens and ends the tunnels of this edge. A tunnel has one agent, and a hostname has one tunnel or those of a pool. */
export class TunnelRegistry implements TunnelOwner {
  /** Tunnels that have not ended. */
  readonly tunnels = new TunnelTable()
  readonly #options: RegistryOptions
  readonly #memory = new AgentMemory()
  /** Tunnels that have ended, but whose open streams still finish. */
  readonly #draining = new Set<Tunnel>()
  #listener: TunnelListener | undefined
  #watcher: TunnelWatcher | undefined
  #isDrained = false
  #isClosed = false
  #emptied = Promise.withResolvers<void>()

  constructor(options: RegistryOptions) {
    this.#options = options
  }

  set listener(listener: TunnelListener) {
    this.#listener = listener
  }

  set watcher(watcher: TunnelWatcher) {
    this.#watcher = watcher
  }

  /** Reports whether agents must move to other edges. */
  get isDrained(): boolean {
    return this.#isDrained
  }

  /** Reports whether the API has ended an agent, wherever it is, within the time for which its tickets are valid. */
  hasEnded(agentId: string): boolean {
    return this.#memory.findEnd(agentId) !== undefined
  }

  /** Returns the tunnels with a connected agent. */
  listConnected(): Tunnel[] {
    return [...this.tunnels].filter((tunnel) => tunnel.isConnected)
  }

  /** Lists every session of every tunnel, including those of ended tunnels that still finish their streams. */
  *listSessions(): Iterable<WireSession> {
    for (const tunnel of this.tunnels) yield* tunnel.sessions
    for (const tunnel of this.#draining) yield* tunnel.sessions
  }

  /** Returns the number of requests that wait for an agent's return. */
  countParked(): number {
    return [...this.tunnels].reduce((sum, tunnel) => sum + tunnel.parkedRequests, 0)
  }

  /**
   * Returns the tunnel that a ticket entitles to, once: its agent's own, or a new one that joins its pool or replaces older agents' tunnels. Throws
   * TicketRefused if the agent was ended, if the ticket has opened a session before, or if a newer agent serves the hostname.
   */
  claim(ticket: Ticket): Tunnel {
    this.#checkOpen()
    this.#checkFresh(ticket)
    if (this.#isDrained) throw new TicketRefused(drained.code, drained.message)
    const account = this.#options.accounts.open(ticket.accountId, ticket.limits, ticket.iat)
    const tunnel = this.tunnels.findAgent(ticket.hostname, ticket.sub) ?? this.#createTunnel(ticket, account)
    if (ticket.iat >= tunnel.issuedAt) {
      tunnel.issuedAt = ticket.iat
      tunnel.limits = ticket.limits
    }
    this.#memory.noteSpent(ticket.jti)
    return tunnel
  }

  /** Returns the tunnel that is held for the bearer of the token. Throws TicketRefused if there is none. */
  getHeld(resumeToken: string): Tunnel {
    this.#checkOpen()
    const tunnel = this.tunnels.ofBearer(resumeToken)
    if (tunnel !== undefined) return tunnel
    throw new TicketRefused('RESUME_UNKNOWN', 'The tunnel is no longer held for this connection. Show a new ticket.')
  }

  /** Directs new requests to a session that was welcomed. */
  connect(tunnel: Tunnel, session: WireSession): void {
    tunnel.connect(session)
    // Even if its former connection is still open: the agent may have been at another edge meanwhile.
    this.#listener?.onConnected(tunnel.agentId)
    this.#watcher?.onChange(tunnel.hostname)
    for (const fellow of this.tunnels.list(tunnel.hostname)) if (!fellow.isConnected) fellow.handOver()
    this.#options.log.info({ hostname: tunnel.hostname, agentId: tunnel.agentId }, 'tunnel connected')
    if (this.#isDrained) this.#move(tunnel)
  }

  /** Called when an agent leaves on its own: its hostname is not held for it. */
  leave(tunnel: Tunnel, session: WireSession): void {
    if (tunnel.isCurrent(session)) this.#end(tunnel, 'agent left')
  }

  onLost(tunnel: Tunnel): void {
    this.#listener?.onDisconnected(tunnel.agentId)
    this.#watcher?.onChange(tunnel.hostname)
    this.#options.log.info({ hostname: tunnel.hostname, agentId: tunnel.agentId }, 'tunnel lost')
    if (tunnel.isPooled) tunnel.handOver()
  }

  onExpired(tunnel: Tunnel): void {
    this.#end(tunnel, 'agent did not come back')
  }

  onFault(tunnel: Tunnel, error: unknown, place: string): void {
    const { hostname, agentId } = tunnel
    this.#options.log.error({ err: error, place, hostname, agentId }, 'a fault ended a tunnel')
    // Its agent redials.
    for (const session of tunnel.sessions) session.destroy(error instanceof Error ? error : new Error(String(error)))
    if (this.tunnels.ofAgent(agentId) === tunnel) this.#end(tunnel, 'fault')
  }

  onDrained(tunnel: Tunnel): void {
    this.#draining.delete(tunnel)
  }

  /** Called when the API ends an agent; has no effect if its tunnel is not here. */
  endByApi(agentId: string, reason: TunnelEndReason): void {
    // Even if it has no tunnel here: it may be dialling with a ticket that is still valid.
    if (reason !== 'MOVED') {
      this.#memory.noteEnd(agentId, reason)
      this.#watcher?.onEnded(agentId)
    }
    const { endedGraceMs, movedGraceMs } = this.#options.timing
    const graceMs = reason === 'MOVED' && this.#isDrained ? movedGraceMs : endedGraceMs
    const goAway: GoAway = { ...farewellFor(reason), graceMs }
    // This includes an agent that is leaving: otherwise it decides how long that takes.
    for (const draining of this.#draining) if (draining.agentId === agentId) draining.end(goAway)
    const tunnel = this.tunnels.ofAgent(agentId)
    if (tunnel === undefined) return
    this.#end(tunnel, reason, goAway)
    if (reason === 'GATEWAY_DELETED') this.#options.hostnames.noteFree(tunnel.hostname)
    if (reason === 'ACCOUNT_SUSPENDED') this.#options.hostnames.noteSuspended(tunnel.hostname)
  }

  /** Releases an agent that another edge serves and that must move to a less full one; has no effect if its tunnel is not here. */
  release(agentId: string): void {
    const tunnel = this.tunnels.ofAgent(agentId)
    if (tunnel) this.#end(tunnel, 'edge is full', { ...released, graceMs: this.#options.timing.movedGraceMs })
  }

  /** Notes which edge counts an agent's time; has no effect if its tunnel is not here. */
  setCounted(agentId: string, counted: Counted): void {
    this.tunnels.ofAgent(agentId)?.setCounted(counted)
  }

  /**
   * Moves all agents to other edges, or accepts agents again. A tunnel serves until its agent is elsewhere; while this edge is drained, it
   * readmits only agents whose connection broke.
   */
  setDrained(isDrained: boolean): void {
    if (this.#isDrained === isDrained) return
    this.#isDrained = isDrained
    this.#watcher?.onLeaving(isDrained)
    this.#options.log.info(
      { tunnels: this.tunnels.size },
      isDrained ? 'agents are told to move elsewhere' : 'agents are accepted again',
    )
    if (isDrained) for (const tunnel of this.tunnels) this.#move(tunnel)
  }

  /** Resolves when no tunnel is left. */
  async untilEmpty(): Promise<void> {
    if (this.tunnels.size > 0) await this.#emptied.promise
  }

  /** Tells every agent to dial elsewhere; open streams have `graceMs` to finish. */
  close(graceMs: number): void {
    this.#isClosed = true
    this.#watcher?.onLeaving(true)
    const goAway: GoAway = { ...stopping, graceMs }
    for (const draining of this.#draining) draining.end(goAway)
    for (const tunnel of this.tunnels) this.#end(tunnel, 'edge stops', goAway)
  }

  #checkOpen(): void {
    if (this.#isClosed) throw new TicketRefused(stopping.code, stopping.message)
  }

  /** An agent that does not support moving is told that this edge is leaving: its hostname is served again once it has dialled another edge. */
  #move(tunnel: Tunnel): void {
    const { session } = tunnel
    if (session === undefined || session.move(drained.message)) return
    this.#end(tunnel, 'edge is drained', { ...drained, graceMs: this.#options.timing.movedGraceMs })
  }

  #checkFresh({ sub, jti }: Ticket): void {
    const end = this.#memory.findEnd(sub)
    if (end !== undefined) throw new TicketRefused(farewellFor(end).code, farewellFor(end).message)
    if (this.#memory.isSpent(jti)) {
      throw new TicketRefused('TICKET_EXPIRED', 'This ticket has opened a session before. Ask the API for a new one.')
    }
  }

  #createTunnel(ticket: Ticket, account: Account): Tunnel {
    this.#endReplaced(ticket)
    const usage = this.#options.meter.addCounter(ticket)
    const resumeToken = randomBytes(32).toString('base64url')
    const tunnel = new Tunnel(ticket, resumeToken, account, usage, this.#options.timing, this)
    this.tunnels.add(tunnel)
    return tunnel
  }

  /** Ends the tunnels whose hostname a new agent takes over: those of agents outside its pool, and one of a full pool. */
  #endReplaced(ticket: Ticket): void {
    const tunnels = this.tunnels.list(ticket.hostname)
    const others = tunnels.filter((tunnel) => !isInSamePool(tunnel, ticket))
    if (others.some(({ issuedAt }) => issuedAt > ticket.iat)) {
      throw new TicketRefused('REPLACED', 'A newer agent serves this hostname.')
    }
    // The API counts them: there are more here only until it has reported an end.
    const isFull = tunnels.length - others.length >= poolMax
    const excess = isFull ? (tunnels.find(({ isConnected }) => !isConnected) ?? tunnels[0]) : undefined
    const { replacedGraceMs } = this.#options.timing
    const message = 'Another agent has taken over this hostname.'
    for (const tunnel of excess === undefined ? others : [...others, excess]) {
      this.#end(tunnel, 'replaced', { code: 'REPLACED', message, graceMs: replacedGraceMs })
    }
  }

  #end(tunnel: Tunnel, why: string, goAway?: GoAway): void {
    const wasConnected = tunnel.isConnected
    this.tunnels.delete(tunnel)
    if (tunnel.isPooled) tunnel.handOver()
    if (this.tunnels.size === 0) {
      this.#emptied.resolve()
      this.#emptied = Promise.withResolvers()
    }
    if (tunnel.gatewayId !== null) this.#options.hostnames.noteReserved(tunnel.hostname)
    this.#draining.add(tunnel)
    tunnel.end(goAway)
    if (wasConnected) this.#listener?.onDisconnected(tunnel.agentId)
    this.#watcher?.onChange(tunnel.hostname)
    this.#options.log.info({ hostname: tunnel.hostname, agentId: tunnel.agentId, why }, 'tunnel ended')
  }
}

/** Reports whether an agent shares its hostname with the bearer of a ticket. */
function isInSamePool({ isPooled, account, gatewayId }: Tunnel, ticket: Ticket): boolean {
  return isPooled && ticket.pool && account.id === ticket.accountId && gatewayId === ticket.gatewayId
}

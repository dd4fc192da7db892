import { type FaultBearer, guard } from '@culvert/program/guard'
import { type GoAway, type WireSession, inspectionFeature } from '@culvert/wire'
import type { TicketLimits } from '@culvert/schema/tokens'
import type { Account, RunningRequest } from '../accounts/account.ts'
import type { TunnelTiming } from './options.ts'
import type { UsageCounter } from '../usage/meter.ts'
import { AppHealth } from './app-health.ts'
import { ParkingLot, type Waiting } from './parking.ts'
import type { AgentSession } from './agent-session.ts'
import type { ReachableTunnel } from './reachable.ts'
import type { Ticket } from './ticket.ts'

const parkedMax = 256

/** Called when a tunnel's state changes on its own. */
export interface TunnelOwner {
  /** Called when no session is left; the hostname is held for the agent. */
  onLost(tunnel: Tunnel): void
  /** Called when the agent did not come back in time. */
  onExpired(tunnel: Tunnel): void
  /** Called when the tunnel and its last sessions have ended. */
  onDrained(tunnel: Tunnel): void
  /** Called for a fault of this program: the tunnel must end. */
  onFault(tunnel: Tunnel, error: unknown, place: string): void
}

/** Which edge counts the time for which an agent is connected: another one, or this one since another counted last. */
export type Counted = 'elsewhere' | { sinceSeconds: number }

/** A request that came through another edge, where it is counted. */
interface Relayed {
  /** Ends it if it waits for an answer from this session. */
  stopWaitingFor(session: AgentSession): void
}

/** A hostname and the agent that serves it, over all connections of that agent to this edge. */
export class Tunnel implements ReachableTunnel, FaultBearer {
  readonly hostname: string
  readonly agentId: string
  readonly gatewayId: string | null
  readonly isPooled: boolean
  /** Admits a new connection for the hostname. It stays the same for the tunnel's lifetime, so that a lost WELCOME does no harm. */
  readonly resumeToken: string
  readonly account: Account
  readonly app = new AppHealth()
  readonly usage: UsageCounter
  /** When the newest ticket was issued, in seconds since the epoch. Of two agents, the later one serves the hostname. */
  issuedAt: number
  /** The limits in that ticket. */
  limits: TicketLimits
  /** The requests sent by other edges. */
  readonly relays = new Set<Relayed>()
  readonly #owner: TunnelOwner
  readonly #timing: TunnelTiming
  readonly #parkingLot: ParkingLot
  /** Every open connection of the agent: the current one, and replaced ones that still finish their streams. */
  readonly #sessions = new Set<WireSession>()
  #current: WireSession | undefined
  #holdTimer: NodeJS.Timeout | undefined
  /** The timer of requests from before the loss, which wait as long as the parked ones. */
  #answerTimer: NodeJS.Timeout | undefined
  #isEnded = false
  /** The open requests of visitors that arrived here. */
  #running = 0
  #isCountedElsewhere = false
  /** Since when another edge counts the time; milliseconds of the monotonic clock. */
  #elsewhereMs = 0

  constructor(
    ticket: Ticket,
    resumeToken: string,
    account: Account,
    usage: UsageCounter,
    timing: TunnelTiming,
    owner: TunnelOwner,
  ) {
    this.hostname = ticket.hostname
    this.resumeToken = resumeToken
    this.agentId = ticket.sub
    this.gatewayId = ticket.gatewayId
    this.isPooled = ticket.pool
    this.issuedAt = ticket.iat
    this.limits = ticket.limits
    this.account = account
    account.tunnelCount += 1
    this.usage = usage
    this.#owner = owner
    this.#timing = timing
    this.#parkingLot = new ParkingLot(timing.parkMs, parkedMax)
  }

  get bearerName(): string {
    return this.hostname
  }

  onFault(error: unknown, place: string): void {
    this.#owner.onFault(this, error, place)
  }

  /** Reports whether it will never have a session again. */
  get isEnded(): boolean {
    return this.#isEnded
  }

  get isConnected(): boolean {
    return this.#current !== undefined
  }

  /** Reports whether another edge counts the time for which the agent is connected, and reports its health. */
  get isCountedElsewhere(): boolean {
    return this.#isCountedElsewhere
  }

  setCounted(counted: Counted): void {
    const wasElsewhere = this.#isCountedElsewhere
    this.#isCountedElsewhere = counted === 'elsewhere'
    this.#countTime()
    if (counted === 'elsewhere') {
      if (!wasElsewhere) this.#elsewhereMs = performance.now()
    } else if (wasElsewhere) {
      this.usage.addConnected(Math.min(counted.sinceSeconds * 1_000, performance.now() - this.#elsewhereMs))
    }
  }

  /** The session that serves; undefined while the agent is away. */
  get session(): WireSession | undefined {
    return this.#current
  }

  /** The last heartbeat's round trip on the serving session; undefined before the first. */
  get roundTripMs(): number | undefined {
    return this.#current?.roundTripMs
  }

  /** Every open connection of the agent, and those that wait for the agent's return. */
  get sessions(): Iterable<WireSession> {
    return this.#sessions
  }

  get openRequests(): number {
    return this.#running + this.relays.size
  }

  /** The number of requests that wait for the agent. */
  get parkedRequests(): number {
    return this.#parkingLot.size
  }

  /** Returns what other edges must know to admit its visitors. */
  get claims() {
    const { agentId, account, gatewayId, usage, limits, issuedAt, isConnected, isPooled } = this
    const takesCalls = this.#current?.features.includes(inspectionFeature) === true
    const accountId = account.id
    const { label } = usage
    return { agentId, accountId, gatewayId, label, limits, issuedAt, isConnected, isPooled, takesCalls }
  }

  /** Returns the session with this id if it may resume over another connection. */
  findResumable(sessionId: string): WireSession | undefined {
    return [...this.#sessions].find(({ id, isResumable }) => id === sessionId && isResumable)
  }

  /**
   * Directs new requests to a session: a new one, or one that resumes. A session that served before keeps its
   * open streams for a while; one that waited for its agent ends.
   */
  connect(session: WireSession): void {
    this.#clearTimers()
    for (const former of this.#sessions) {
      if (former === session || !(this.isCurrent(former) || former.isResumable)) continue
      former.goAway({
        code: 'REPLACED',
        message: 'A newer connection of this agent has taken over.',
        graceMs: this.#timing.replacedGraceMs,
      })
    }
    this.#sessions.add(session)
    this.#current = session
    this.#countTime()
    this.#parkingLot.release(session)
  }

  /** Called when a session accepts no more requests, but its agent may come back within the hold time. */
  lose(session: AgentSession): void {
    const current = this.#current
    if (current === undefined || current !== session) return
    this.#current = undefined
    this.#countTime()
    this.#holdTimer = setTimeout(
      guard('tunnel.hold', this, () => this.#owner.onExpired(this)),
      this.#timing.holdMs,
    )
    // A request whose answer has begun waits for the session to resume; any other is better refused.
    if (current.isResumable)
      this.#answerTimer = setTimeout(
        guard('tunnel.patience', this, () => this.#stopWaitingFor(current)),
        this.#timing.parkMs,
      )
    this.#owner.onLost(this)
  }

  /** Reports whether new requests go to this session. */
  isCurrent(session: WireSession): boolean {
    return this.#current === session
  }

  /** Sends requests that wait for the agent, or for the answer of an agent that is away, to other agents of its pool. */
  handOver(): void {
    this.#parkingLot.moveOn()
    for (const session of this.#sessions) {
      if (session.isOpen || !session.isResumable) continue
      this.account.moveFrom(session)
      for (const relayed of this.relays) relayed.stopWaitingFor(session)
    }
  }

  /** Called when a session is over. */
  forget(session: WireSession): void {
    this.#sessions.delete(session)
    this.#finishWhenDrained()
  }

  /**
   * Ends the tunnel for good; its sessions close with the given GOAWAY, or on their own if there is none. Another
   * GOAWAY may follow while they drain.
   */
  end(goAway?: GoAway): void {
    this.#clearTimers()
    this.#isEnded = true
    this.#current = undefined
    this.#countTime()
    if (goAway !== undefined) for (const session of this.#sessions) session.goAway(goAway)
    this.#parkingLot.dismiss()
    this.#finishWhenDrained()
  }

  enter(running: RunningRequest): void {
    this.#running += 1
    this.account.enter(running)
  }

  exit(running: RunningRequest): void {
    this.#running -= 1
    this.account.leave(running)
  }

  /** Hands a request the session that serves it, now or when the agent is back. Returns false if too many wait already. */
  serve(request: Waiting): boolean {
    // A session may know about its end before it reports it: its transport still has to close.
    if (this.#current?.isOpen === false) this.lose(this.#current)
    if (this.#current === undefined) return this.#parkingLot.park(request)
    request.proceed(this.#current)
    return true
  }

  reach(): Promise<AgentSession | undefined> {
    return Promise.resolve(this.#current?.isOpen === true ? this.#current : undefined)
  }

  /** Called when a parked request no longer needs a session. */
  leave(request: Waiting): void {
    this.#parkingLot.remove(request)
  }

  #stopWaitingFor(session: WireSession): void {
    this.account.stopWaitingFor(session)
    for (const relayed of this.relays) relayed.stopWaitingFor(session)
  }

  #countTime(): void {
    this.usage.setConnected(this.isConnected && !this.#isCountedElsewhere)
  }

  #clearTimers(): void {
    clearTimeout(this.#holdTimer)
    clearTimeout(this.#answerTimer)
  }

  /** Streams live, and are counted, until the last session is gone, even after the tunnel's end. */
  #finishWhenDrained(): void {
    if (!this.#isEnded || this.#sessions.size > 0) return
    this.usage.release()
    this.account.tunnelCount -= 1
    this.#owner.onDrained(this)
  }
}

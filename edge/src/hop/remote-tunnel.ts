import type { Account, RunningRequest } from '../accounts/account.ts'
import type { Route } from '../routes/directory.ts'
import { AppHealth } from '../tunnels/app-health.ts'
import { ParkingLot, type Waiting } from '../tunnels/parking.ts'
import type { AgentSession } from '../tunnels/agent-session.ts'
import type { Loss, ReachableTunnel } from '../tunnels/reachable.ts'
import type { UsageCounter } from '../usage/meter.ts'
import { HopSession } from './hop-session.ts'
import type { HopRouter } from './hop-router.ts'

const parkedMax = 256
/** How many edges are tried, one after the other, for requests that wait. */
const attemptsMax = 4

/** A tunnel whose agent is at other edges. Its requests are admitted and counted here, and make one hop. */
export class RemoteTunnel implements ReachableTunnel {
  readonly hostname: string
  readonly agentId: string
  readonly gatewayId: string | null
  readonly isPooled: boolean
  readonly account: Account
  readonly app = new AppHealth()
  readonly usage: UsageCounter
  /** Whether the agent is connected to an edge, as far as is known; if not, an edge holds the hostname for it. */
  isConnected = false
  /** How many requests are open. */
  openRequests = 0
  /** When it was last used; milliseconds of the monotonic clock. */
  usedMs = performance.now()
  readonly #hopRouter: HopRouter
  readonly #parkingLot: ParkingLot
  #isConnecting = false
  #isEnded = false

  constructor(
    hostname: string,
    route: Route,
    account: Account,
    usage: UsageCounter,
    hopRouter: HopRouter,
    parkMs: number,
  ) {
    this.hostname = hostname
    this.agentId = route.agentId
    this.gatewayId = route.gatewayId
    this.isPooled = route.isPooled
    this.account = account
    account.tunnelCount += 1
    this.usage = usage
    this.#hopRouter = hopRouter
    this.#parkingLot = new ParkingLot(parkMs, parkedMax)
  }

  get isEnded(): boolean {
    return this.#isEnded
  }

  enter(running: RunningRequest): void {
    this.openRequests += 1
    this.usedMs = performance.now()
    this.account.enter(running)
  }

  exit(running: RunningRequest): void {
    this.openRequests -= 1
    this.usedMs = performance.now()
    this.account.leave(running)
  }

  serve(request: Waiting): boolean {
    const session = this.#isEnded ? undefined : this.#hopRouter.find(this)
    if (session !== undefined) {
      request.proceed(session)
      return true
    }
    if (!this.#parkingLot.park(request)) return false
    void this.#connectWaiting()
    return true
  }

  async reach(): Promise<AgentSession | undefined> {
    const session = this.#hopRouter.find(this) ?? (await this.#hopRouter.connect(this))
    return session === 'none' ? undefined : session
  }

  leave(request: Waiting): void {
    this.#parkingLot.remove(request)
  }

  lose(session: AgentSession, loss: Loss): void {
    if (session instanceof HopSession && loss !== 'SESSION_LOST') this.#hopRouter.noteStaleRoute(this, session.edgeId)
  }

  /** Ends the tunnel: the API has ended its agent, or the tunnel is unused. Open requests continue for as long as its edge lets them. */
  end(): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#parkingLot.dismiss()
    this.account.tunnelCount -= 1
  }

  /** Finds a session for the requests that wait, or refuses them. */
  async #connectWaiting(): Promise<void> {
    if (this.#isConnecting) return
    this.#isConnecting = true
    try {
      for (let tries = 0; tries < attemptsMax && this.#parkingLot.size > 0 && !this.#isEnded; tries += 1) {
        const session = await this.#hopRouter.connect(this)
        if (session === 'none') break
        if (session !== undefined) this.#parkingLot.release(session)
      }
    } finally {
      this.#isConnecting = false
    }
    this.#parkingLot.dismiss()
  }
}

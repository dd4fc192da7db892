import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { networkOf, Shares } from '@culvert/program'
import type { ErrorPages } from '../pages/error-pages.ts'
import type { FaultReport } from '../reporting.ts'
import type { Visitor } from '../visitor.ts'
import { DashboardExchange } from './exchange.ts'

/** How much of the dashboard's traffic may be open at once, WebSockets included. */
const openMax = 8_192

export interface DashboardOptions {
  /** The dashboard's address, as browsers have it. */
  publicUrl: string
  /** Where the API answers, without a slash at the end. */
  apiUrl: string
  /** The part of what may be open that the clients of one network may use, from 0 to 1. */
  networkShare: number
  /** How long the API may take to answer, or to continue an answer; milliseconds. */
  apiIdleMs: number
  errorPages: ErrorPages
  reportFault: FaultReport
}

/** Forwards requests for the dashboard's hostname to the API, so that one port serves dashboard, API and tunnels. */
export class Dashboard {
  readonly hostname: string
  readonly #options: DashboardOptions
  readonly #agent: HttpAgent
  readonly #shares = new Shares(openMax, openMax)

  constructor(options: DashboardOptions) {
    this.#options = options
    this.hostname = new URL(options.publicUrl).hostname
    this.#shares.shareMax = Math.ceil(openMax * options.networkShare)
    const agentOptions = { keepAlive: true, noDelay: true }
    this.#agent = options.apiUrl.startsWith('https:') ? new HttpsAgent(agentOptions) : new HttpAgent(agentOptions)
  }

  carry(visitor: Visitor): void {
    const { errorPages } = this.#options
    const { origin, hasBody } = visitor.request
    const share = this.#shares.take(networkOf(origin.address))
    if (share !== undefined) {
      const onOver = () => this.#shares.leave(share)
      new DashboardExchange(visitor, { ...this.#options, agent: this.#agent, onOver }).start()
      return
    }
    errorPages.send(visitor, 'CULVERT_TOO_MANY_CONNECTIONS')
    if (hasBody) visitor.resume()
  }

  close(): void {
    this.#agent.destroy()
  }
}

import type { ControlClient } from '@culvert/control-client'
import type { AgentHealthInput } from '@culvert/schema/client-types'
import type { Logger } from 'pino'
import type { AppFailure } from '../tunnels/app-health.ts'
import type { TunnelRegistry } from '../tunnels/registry.ts'
import type { Tunnel } from '../tunnels/tunnel.ts'
import { ReportAgentHealthDocument } from './control.generated.ts'

export interface HealthReportsOptions {
  client: ControlClient
  registry: TunnelRegistry
  /** Time between two looks, in milliseconds. */
  healthMs: number
  log: Logger
}

const agentsPerReport = 1_000
const detailLengthMax = 500
/** A round trip that moved less than this, or within this time, is no news: thousands of agents must not become writes. */
const roundTripStepMs = 10
const roundTripAgeMs = 15_000

/** How a tunnel was when somebody looked. */
interface Health {
  roundTripMs: number
  lastFailure: AppFailure | undefined
  isFailing: boolean
  /** Milliseconds of the monotonic clock. */
  atMs: number
}

interface News {
  tunnel: Tunnel
  health: Health
}

/** Tells the API how agents and their apps are, where that changed. It is for people to look at: what is old is not kept. */
export class HealthReports {
  readonly #options: HealthReportsOptions
  readonly #timer: NodeJS.Timeout
  readonly #stop = new AbortController()
  readonly #told = new WeakMap<Tunnel, Health>()
  #isSending = false
  #hasFailed = false

  constructor(options: HealthReportsOptions) {
    this.#options = options
    this.#timer = setInterval(() => void this.#report(), options.healthMs)
    this.#timer.unref()
  }

  close(): void {
    clearInterval(this.#timer)
    this.#stop.abort()
  }

  async #report(): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    const { client, registry, log } = this.#options
    const news = registry.listConnected().flatMap((tunnel) => this.#findNews(tunnel) ?? [])
    try {
      for (let at = 0; at < news.length; at += agentsPerReport) {
        const part = news.slice(at, at + agentsPerReport)
        const input = { agents: part.map(toInput) }
        await client.request(ReportAgentHealthDocument, { input }, { signal: this.#stop.signal })
        for (const { tunnel, health } of part) this.#told.set(tunnel, health)
      }
      this.#hasFailed = false
    } catch (error) {
      if (!this.#hasFailed) log.warn({ err: error }, 'the API does not take the health of agents')
      this.#hasFailed = true
    }
    this.#isSending = false
  }

  /** What the API does not know yet of a tunnel; undefined when it knows enough. */
  #findNews(tunnel: Tunnel): News | undefined {
    const { roundTripMs, app } = tunnel
    if (roundTripMs === undefined) return undefined
    const { lastFailure, isFailing } = app
    const health = { roundTripMs, lastFailure, isFailing, atMs: performance.now() }
    const told = this.#told.get(tunnel)
    const isNews =
      told === undefined ||
      told.isFailing !== isFailing ||
      told.lastFailure !== lastFailure ||
      (health.atMs - told.atMs > roundTripAgeMs && Math.abs(roundTripMs - told.roundTripMs) > roundTripStepMs)
    return isNews ? { tunnel, health } : undefined
  }
}

function toInput({ tunnel, health }: News): AgentHealthInput {
  const { roundTripMs, lastFailure, isFailing } = health
  return {
    agentId: tunnel.agentId,
    roundTripMs,
    failing: isFailing,
    lastFailure: lastFailure && {
      requestId: lastFailure.requestId,
      code: lastFailure.code,
      detail: lastFailure.detail.slice(0, detailLengthMax),
      occurredAt: lastFailure.at.toISOString(),
    },
  }
}

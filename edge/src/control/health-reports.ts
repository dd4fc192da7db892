import type { ControlClient } from '@culvert/control-client'
import type { AgentHealthInput } from '@culvert/schema/client-types'
import type { Logger } from 'pino'
import type { AppFailure } from '../tunnels/app-health.ts'
import type { TunnelRegistry } from '../tunnels/registry.ts'
import type { Tunnel } from '../tunnels/tunnel.ts'
import { ReportAgentHealthDocument } from './control.generated.ts'
import { maxAgeMs } from './api-mirror.ts'
import { PeriodicReport } from './periodic-report.ts'

export interface HealthReportsOptions {
  client: ControlClient
  registry: TunnelRegistry
  /** Time between two checks, in milliseconds. */
  healthMs: number
  log: Logger
}

const detailLengthMax = 500
/** A round trip that changed by less than this, or within this time, is not reported: thousands of agents must not become writes. */
const roundTripStepMs = 10
const roundTripAgeMs = 15_000

/** The state of a tunnel at one check. */
interface Health {
  roundTripMs: number
  lastFailure: AppFailure | undefined
  isFailing: boolean
  /** Milliseconds of the monotonic clock. */
  atMs: number
}

interface HealthChange {
  tunnel: Tunnel
  health: Health
}

/**
 * Reports the health of agents and their apps when it changes, and again before the last report is half a minute old: the API
 * may have forgotten the agent meanwhile. For an agent that another edge counts, it reports only what happened to its app here.
 */
export class HealthReports {
  readonly #report: PeriodicReport<HealthChange>
  readonly #reported = new WeakMap<Tunnel, Health>()

  constructor({ client, registry, healthMs, log }: HealthReportsOptions) {
    this.#report = new PeriodicReport({
      everyMs: healthMs,
      take: () => registry.listConnected().flatMap((tunnel) => this.#findChange(tunnel) ?? []),
      send: async (changes, signal) => {
        const input = { agents: changes.map(toInput) }
        await client.request(ReportAgentHealthDocument, { input }, { signal })
        for (const { tunnel, health } of changes) this.#reported.set(tunnel, health)
      },
      failureMessage: 'the API does not accept health reports',
      log,
    })
  }

  close(): void {
    this.#report.close()
  }

  /** Returns what the API does not know yet about a tunnel; undefined if there is nothing. */
  #findChange(tunnel: Tunnel): HealthChange | undefined {
    const { roundTripMs, app } = tunnel
    if (roundTripMs === undefined) return undefined
    const { lastFailure, isFailing } = app
    const health = { roundTripMs, lastFailure, isFailing, atMs: performance.now() }
    const reported = this.#reported.get(tunnel)
    // Two edges that each reported their own round trip would make the API write every time.
    if (
      tunnel.isCountedElsewhere &&
      isFailing === (reported?.isFailing ?? false) &&
      lastFailure === reported?.lastFailure
    ) {
      return undefined
    }
    const isNews =
      reported === undefined ||
      reported.isFailing !== isFailing ||
      reported.lastFailure !== lastFailure ||
      (health.atMs - reported.atMs > roundTripAgeMs && Math.abs(roundTripMs - reported.roundTripMs) > roundTripStepMs)
    if (isNews) return { tunnel, health }
    // Repeating the last report costs the API no write if it still knows it.
    return health.atMs - reported.atMs > maxAgeMs ? { tunnel, health: { ...reported, atMs: health.atMs } } : undefined
  }
}

function toInput({ tunnel, health }: HealthChange): AgentHealthInput {
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

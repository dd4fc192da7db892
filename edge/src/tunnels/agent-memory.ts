import { ticketToken } from '@culvert/schema/tokens'
import type { TunnelEndReason } from '@culvert/schema/client-types'
import { BoundedMap } from '../bounded-map.ts'

/** A ticket's lifetime, and twice the difference allowed between the clocks of the API and the edge. */
const rememberedMs = (ticketToken.lifetimeSeconds + 10) * 1_000

/** How many of each are remembered. An edge opens fewer sessions in a ticket's lifetime. */
const rememberedMax = 100_000

/**
 * What an edge remembers about agents and tickets after their tunnels have ended, for as long as a ticket may be valid: that the API has ended an
 * agent, and that a ticket has opened its session.
 */
export class AgentMemory {
  readonly #ended = new BoundedMap<string, { reason: TunnelEndReason; untilMs: number }>(rememberedMax)
  readonly #spent = new BoundedMap<string, true>(rememberedMax)

  /** Notes that the API has ended an agent, whether or not its tunnel was ever here. */
  noteEnd(agentId: string, reason: TunnelEndReason): void {
    this.#ended.set(agentId, { reason, untilMs: performance.now() + rememberedMs })
  }

  /** Returns why an agent was ended; undefined if it was not, or so long ago that all of its tickets have expired. */
  findEnd(agentId: string): TunnelEndReason | undefined {
    const end = this.#ended.get(agentId)
    return end !== undefined && performance.now() < end.untilMs ? end.reason : undefined
  }

  /** Reports whether a ticket has opened a session. */
  isSpent(ticketId: string): boolean {
    return this.#spent.get(ticketId) === true
  }

  noteSpent(ticketId: string): void {
    this.#spent.set(ticketId, true)
  }
}

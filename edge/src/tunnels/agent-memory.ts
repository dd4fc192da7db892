import { ticketToken } from '@culvert/schema/tokens'
import type { TunnelEndReason } from '@culvert/schema/client-types'
import { BoundedMap } from '../bounded-map.ts'

/** A ticket's life, and by how much the clocks of the API and the edge may differ, twice. */
const rememberedMs = (ticketToken.lifetimeSeconds + 10) * 1_000

/** How many of each are remembered. An edge opens fewer sessions while a ticket lives. */
const rememberedMax = 100_000

/**
 * What an edge remembers of agents and tickets when their tunnels are gone, as long as a ticket may be good: that an agent was ended
 * by the API, and that a ticket has opened its session.
 */
export class AgentMemory {
  readonly #ended = new BoundedMap<string, { reason: TunnelEndReason; untilMs: number }>(rememberedMax)
  readonly #spent = new BoundedMap<string, true>(rememberedMax)

  /** Notes that the API has ended an agent, whether or not its tunnel was ever here. */
  noteEnd(agentId: string, reason: TunnelEndReason): void {
    this.#ended.set(agentId, { reason, untilMs: performance.now() + rememberedMs })
  }

  /** Why an agent was ended; undefined when it was not, or so long ago that none of its tickets is good any more. */
  findEnd(agentId: string): TunnelEndReason | undefined {
    const end = this.#ended.get(agentId)
    return end !== undefined && performance.now() < end.untilMs ? end.reason : undefined
  }

  /** Whether a ticket has opened a session. */
  isSpent(ticketId: string): boolean {
    return this.#spent.get(ticketId) === true
  }

  noteSpent(ticketId: string): void {
    this.#spent.set(ticketId, true)
  }
}

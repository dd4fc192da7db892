import type { Restrictions } from '../restrictions/restrictions.ts'
import type { TicketVerifier } from '../tunnels/tickets.ts'

/** Whether the edge can do all that it is there for. It may answer visitors before and after. */
export class Readiness {
  readonly #tickets: TicketVerifier
  readonly #restrictions: Restrictions
  #isStopping = false

  constructor(tickets: TicketVerifier, restrictions: Restrictions) {
    this.#tickets = tickets
    this.#restrictions = restrictions
  }

  stop(): void {
    this.#isStopping = true
  }

  /** What keeps the edge from being sent agents and visitors; empty when nothing does. */
  findObstacles(): string[] {
    const obstacles: string[] = []
    if (this.#isStopping) obstacles.push('it is stopping')
    if (!this.#tickets.isReady) obstacles.push('it has no keys of the API to check tickets with')
    if (!this.#restrictions.isLoaded) obstacles.push('it has not read the IP restrictions')
    return obstacles
  }
}

/** Status and body of `/healthz`: the program runs. */
export const health = { status: 200, body: '{"status":"ok"}\n' }

/** Status and body of `/readyz`; `obstacles` keep the edge from being ready. */
export function describeReadiness(obstacles: readonly string[]): { status: number; body: string } {
  return obstacles.length === 0
    ? { status: 200, body: '{"status":"ready"}\n' }
    : { status: 503, body: `${JSON.stringify({ status: 'not ready', obstacles })}\n` }
}

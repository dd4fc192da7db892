import type { Edges } from './known-edges.ts'

/** The ticket with which an agent opens sessions at an edge: one in each of its processes. */
export interface Ticket {
  ticket: string
  edges: Edges
}

/** Asks the API for another ticket. Throws Failure when the agent may not go on, ControlError when another try may help. */
export type RenewTicket = (signal: AbortSignal) => Promise<Ticket>

/** The tickets that the sessions at one edge share. */
export class Tickets {
  readonly #renew: RenewTicket
  #latest: string | undefined
  #renewing: Promise<Ticket> | undefined

  /** `latest` is a ticket that has opened no session yet; undefined where the API is to be asked for one. */
  constructor(latest: string | undefined, renew: RenewTicket) {
    this.#latest = latest
    this.#renew = renew
  }

  /** The newest one, which may be too old by now; undefined before the first. */
  get latest(): string | undefined {
    return this.#latest
  }

  /** Asks the API for another one, once for all who want it at the same time. */
  async renew(signal: AbortSignal): Promise<Ticket> {
    this.#renewing ??= this.#renew(signal).finally(() => (this.#renewing = undefined))
    const renewed = await this.#renewing
    this.#latest = renewed.ticket
    return renewed
  }
}

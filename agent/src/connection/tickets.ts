import type { Edges } from './known-edges.ts'

/** The ticket with which an agent opens sessions at an edge: one in each of its processes. */
export interface Ticket {
  ticket: string
  edges: Edges
}

/** Asks the API for another ticket. Throws Failure when the agent may not continue, ControlError when another attempt may help. */
export type RenewTicket = (signal: AbortSignal) => Promise<Ticket>

/** The tickets that the sessions at one edge share. */
export class Tickets {
  readonly #renew: RenewTicket
  #latest: string | undefined
  #renewing: Promise<Ticket> | undefined

  /** `latest` is a ticket that has opened no session yet; undefined if the API must be asked for one. */
  constructor(latest: string | undefined, renew: RenewTicket) {
    this.#latest = latest
    this.#renew = renew
  }

  /** The newest ticket, which may have expired; undefined before the first. */
  get latest(): string | undefined {
    return this.#latest
  }

  /** Asks the API for another ticket, once for all callers that want one at the same time. */
  async renew(signal: AbortSignal): Promise<Ticket> {
    this.#renewing ??= this.#renew(signal).finally(() => (this.#renewing = undefined))
    const renewed = await this.#renewing
    this.#latest = renewed.ticket
    return renewed
  }
}

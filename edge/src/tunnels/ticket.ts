import type { TicketClaims } from '@culvert/schema/tokens'
import type { GoAwayCode } from '@culvert/wire'

/** A ticket that was checked, with the second in which it was issued and its id. */
export type Ticket = TicketClaims & { iat: number; jti: string }

/** The ticket does not admit its agent; the message is for the person at the agent's screen. */
export class TicketRefused extends Error {
  readonly code: GoAwayCode

  constructor(code: GoAwayCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'TicketRefused'
    this.code = code
  }
}

/** Checks what the API signs: tickets of agents, and its own probes. */
export interface TicketVerifier {
  /** Whether it has keys to check with. */
  readonly isReady: boolean
  /** Throws TicketRefused. */
  checkTicket(ticket: string): Promise<Ticket>
  /** The id of a probe of this hostname; undefined when the token is none, or was shown before. */
  checkProbe(token: string, hostname: string): Promise<string | undefined>
  close(): void
}

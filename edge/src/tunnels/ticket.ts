import type { AgentCallClaims, ProbeClaims, TicketClaims } from '@culvert/schema/tokens'
import type { GoAwayCode } from '@culvert/wire'

/** A checked ticket, with its id and the time it was issued, in seconds since the epoch. */
export type Ticket = TicketClaims & { iat: number; jti: string }

/** A checked probe, with its id. */
export type Probe = Pick<ProbeClaims, 'agentId'> & { id: string }

/** A checked call of the API to an agent, with its id. */
export type AgentCall = Omit<AgentCallClaims, 'sub'> & { id: string; hostname: string }

/** Thrown for a ticket that does not admit its agent; the message is for the agent's user. */
export class TicketRefused extends Error {
  readonly code: GoAwayCode

  constructor(code: GoAwayCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'TicketRefused'
    this.code = code
  }
}

/** Checks the tokens that the API signs: agents' tickets, probes and calls. */
export interface TicketVerifier {
  /** Whether the API's keys are known. */
  readonly isReady: boolean
  /** Throws TicketRefused. */
  checkTicket(ticket: string): Promise<Ticket>
  /** Resolves with a probe of this hostname; with undefined if the token is not one, or was used before. */
  checkProbe(token: string, hostname: string): Promise<Probe | undefined>
  /** Resolves with a call to the agent of this hostname; with undefined if the token is not one, or was used before. */
  checkCall(token: string, hostname: string): Promise<AgentCall | undefined>
  close(): void
}

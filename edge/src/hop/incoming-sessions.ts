import type { Duplex } from 'node:stream'
import { createSession, hopFeature, inspectionFeature, protocolVersion } from '@culvert/wire'
import type { SessionHandler, WireSession } from '@culvert/wire'
import type { FaultReport } from '../reporting.ts'
import type { VisitorBytes } from '../tunnels/kept-bytes.ts'
import type { TunnelTable } from '../tunnels/tunnel-table.ts'
import type { EdgeTickets } from './edge-tickets.ts'
import { Relay } from './relay.ts'

export interface IncomingSessionsOptions {
  tickets: EdgeTickets
  tunnels: TunnelTable
  reportFault: FaultReport
}

const pingAfterMs = 10_000

/** The sessions that other edges have opened to this one: their requests go to the agents that are here, and no further. */
export class IncomingSessions {
  readonly #options: IncomingSessionsOptions
  readonly #sessions = new Set<WireSession>()

  constructor(options: IncomingSessionsOptions) {
    this.#options = options
  }

  get size(): number {
    return this.#sessions.size
  }

  /** Checks the ticket of an edge that asks for a session. Resolves with the answer to it; with undefined if it is not for this edge, or was used before. */
  async check(authorization: string): Promise<string | undefined> {
    const { tickets } = this.#options
    const ticketId = await tickets.check(authorization.replace(/^Bearer /i, ''))
    return ticketId && (await tickets.answer(ticketId))
  }

  /** Takes over the connection of an edge whose ticket was answered. */
  admit(transport: Duplex, answer: string): void {
    const { tunnels, reportFault } = this.#options
    const handler: SessionHandler = {
      onOpen: (stream, head, end) => new Relay(stream, reportFault).start(tunnels, head, end),
      onClose: () => this.#sessions.delete(session),
      onHandlerError: (error) => reportFault(error, 'hop'),
    }
    const features = [inspectionFeature, hopFeature]
    const session = createSession(transport, { role: 'agent', pingAfterMs, freesChunks: true, features }, handler)
    this.#sessions.add(session)
    session.hello({
      versionMin: protocolVersion,
      versionMax: protocolVersion,
      client: 'edge',
      ticket: answer,
      resumeToken: null,
    })
  }

  /** Lists the requests whose streams are not over. */
  *listRequests(): Iterable<VisitorBytes> {
    for (const session of this.#sessions)
      for (const { owner } of session.listStreams()) if (owner instanceof Relay) yield owner
  }

  /** Accepts no more requests; those that are open have `graceMs` to finish. */
  close(graceMs: number): void {
    for (const session of this.#sessions)
      session.goAway({ code: 'SHUTDOWN', message: 'This edge is stopping.', graceMs })
  }
}

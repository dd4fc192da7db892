import { type FaultBearer, guard, runGuarded } from '@culvert/program/guard'
import type { WireSession } from '@culvert/wire'
import type { Logger } from 'pino'

/** The time between two checks, in milliseconds. Between two checks, the bound may be exceeded. */
const checkIntervalMs = 250

/** What a session that was ended was doing: waiting for its agent, or serving. */
type EndedState = 'away' | 'connected'

interface SessionSource {
  listSessions(): Iterable<WireSession>
}

/** A request between two edges: on its way to the agent's edge, or from the visitor's edge. */
type HopDirection = 'sent' | 'received'

/** What keeps bytes of visitors, by what it is. */
export type VisitorSources = Record<'connection' | HopDirection, () => Iterable<VisitorBytes>>

/** Why a request ended for which too much was kept. */
export const memoryReason = 'Too much of it waits to be read.'

/** What keeps bytes of visitors outside the sessions of agents: a visitor's connection, or a request on its way to or from another edge. */
export interface VisitorBytes extends FaultBearer {
  readonly heldBytes: number
  endForMemory(): void
}

/**
 * Bounds the memory that all sessions of an edge, and the connections of their visitors, keep together. Each has its own bounds, but there are many. Above the
 * bound, sessions that wait for their agent are ended, the largest first; then the connections of visitors, of which each costs one visitor; and then the
 * other sessions, whose agents redial.
 */
export class KeptBytes implements FaultBearer {
  readonly bearerName = 'kept bytes'
  /** How many sessions were ended because of their memory. */
  readonly endedCounts = new Map<EndedState, number>([
    ['away', 0],
    ['connected', 0],
  ])
  /** How many requests between edges were ended because of their memory. Connections count themselves. */
  readonly endedHopCounts = new Map<HopDirection, number>([
    ['sent', 0],
    ['received', 0],
  ])
  readonly #source: SessionSource
  readonly #visitors: VisitorSources
  readonly #bytesMax: number
  readonly #log: Logger
  readonly #timer: NodeJS.Timeout

  constructor(source: SessionSource, visitors: VisitorSources, bytesMax: number, log: Logger) {
    this.#source = source
    this.#visitors = visitors
    this.#bytesMax = bytesMax
    this.#log = log
    this.#timer = setInterval(
      guard('kept-bytes.look', this, () => this.#enforce()),
      checkIntervalMs,
    ).unref()
  }

  /** Returns the bytes that all sessions and visitors keep now. */
  count(): number {
    let bytes = 0
    for (const { keptBytes } of this.#source.listSessions()) bytes += keptBytes
    for (const [, { heldBytes }] of this.#listVisitors()) bytes += heldBytes
    return bytes
  }

  /** The next check continues. */
  onFault(error: unknown, place: string): void {
    this.#log.error({ err: error, place }, 'a fault while measuring what sessions keep')
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #enforce(): void {
    let excessBytes = this.count() - this.#bytesMax
    if (excessBytes <= 0) return
    const sessions = [...this.#source.listSessions()].map((session) => ({
      session,
      isAway: session.isResumable && !session.isOpen,
      bytes: session.keptBytes,
    }))
    const keepers: Keeper[] = sessions.map(({ session, isAway, bytes }) => ({
      rank: isAway ? 0 : 2,
      bytes,
      end: () => this.#end(session, isAway ? 'away' : 'connected', bytes),
    }))
    for (const [kind, visitor] of this.#listVisitors()) {
      const bytes = visitor.heldBytes
      keepers.push({ rank: 1, bytes, end: () => this.#endVisitor(kind, visitor, bytes) })
    }
    keepers.sort((a, b) => a.rank - b.rank || b.bytes - a.bytes)
    for (const { bytes, end } of keepers) {
      if (excessBytes <= 0) return
      if (bytes === 0) continue
      excessBytes -= bytes
      end()
    }
  }

  #end(session: WireSession, state: EndedState, bytes: number): void {
    this.#log.warn({ sessionId: session.id, state, bytes, bytesMax: this.#bytesMax }, 'session ended for its memory')
    this.endedCounts.set(state, (this.endedCounts.get(state) ?? 0) + 1)
    session.goAway({ code: 'TIMEOUT', message: 'Too much waits on this connection.', graceMs: 0 })
  }

  *#listVisitors(): Iterable<readonly [keyof VisitorSources, VisitorBytes]> {
    for (const kind of ['connection', 'sent', 'received'] as const)
      for (const visitor of this.#visitors[kind]()) yield [kind, visitor]
  }

  #endVisitor(kind: keyof VisitorSources, visitor: VisitorBytes, bytes: number): void {
    const { bearerName: address } = visitor
    const what = kind === 'connection' ? "visitor's connection" : 'request between edges'
    this.#log.warn({ address, bytes, bytesMax: this.#bytesMax }, `${what} ended for its memory`)
    if (kind !== 'connection') this.endedHopCounts.set(kind, (this.endedHopCounts.get(kind) ?? 0) + 1)
    runGuarded('kept-bytes.end', visitor, () => visitor.endForMemory())
  }
}

/** What keeps bytes until it is ended. */
interface Keeper {
  /** The lowest is ended first. */
  rank: number
  bytes: number
  end: () => void
}

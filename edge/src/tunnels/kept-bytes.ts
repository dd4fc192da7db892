import { guard } from '@culvert/program/guard'
import type { FaultBearer } from '@culvert/program/guard'
import type { WireSession } from '@culvert/wire'
import type { Logger } from 'pino'

/** The time between two checks, in milliseconds. Between two checks, the bound may be exceeded. */
const checkIntervalMs = 250

/** What a session that was ended was doing: waiting for its agent, or serving. */
type EndedState = 'away' | 'connected'

interface SessionSource {
  listSessions(): Iterable<WireSession>
}

/**
 * Bounds the memory that all sessions of an edge keep together. Each session has its own bounds, but there are many. Above the
 * bound, sessions that wait for their agent are ended, the largest first, and then the largest of the others, whose agents redial.
 */
export class KeptBytes implements FaultBearer {
  readonly bearerName = 'kept bytes'
  /** How many sessions were ended because of their memory. */
  readonly endedCounts = new Map<EndedState, number>([
    ['away', 0],
    ['connected', 0],
  ])
  readonly #source: SessionSource
  readonly #bytesMax: number
  readonly #log: Logger
  readonly #timer: NodeJS.Timeout

  constructor(source: SessionSource, bytesMax: number, log: Logger) {
    this.#source = source
    this.#bytesMax = bytesMax
    this.#log = log
    this.#timer = setInterval(
      guard('kept-bytes.look', this, () => this.#enforce()),
      checkIntervalMs,
    ).unref()
  }

  /** Returns the bytes that all sessions keep now. */
  count(): number {
    let bytes = 0
    for (const { keptBytes } of this.#source.listSessions()) bytes += keptBytes
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
    sessions.sort((a, b) => Number(b.isAway) - Number(a.isAway) || b.bytes - a.bytes)
    for (const { session, isAway, bytes } of sessions) {
      if (excessBytes <= 0) return
      if (bytes === 0) continue
      excessBytes -= bytes
      this.#end(session, isAway ? 'away' : 'connected', bytes)
    }
  }

  #end(session: WireSession, state: EndedState, bytes: number): void {
    this.#log.warn({ sessionId: session.id, state, bytes, bytesMax: this.#bytesMax }, 'session ended for its memory')
    this.endedCounts.set(state, (this.endedCounts.get(state) ?? 0) + 1)
    session.goAway({ code: 'TIMEOUT', message: 'Too much waits on this connection.', graceMs: 0 })
  }
}

import { protocolError } from './errors.ts'
import type { RoundTrip } from './flow-control.ts'
import type { SessionOptions } from './types.ts'
import { guard } from '@culvert/program/guard'
import type { FaultBearer } from '@culvert/program/guard'

/** What a heartbeat needs from its link. */
export interface HeartbeatHost {
  sendPing(payload: Buffer): void
  /** Called when it is time to acknowledge what has arrived. */
  acknowledge(): void
  /** Called when the other side no longer shows any sign of life. */
  pingsUnanswered(message: string): void
  /** Called for a fault in a timer's callback. */
  readonly bearer: FaultBearer
}

/** How many consecutive PINGs may pass without any sign of life. */
const missesMax = 3

/**
 * How many times as long the side that sent the last PING waits. Both heard the last byte at the same time and would both send a PING, although
 * one PING is a sign of life for both; with this factor they take turns.
 */
const outOfTurnFactor = 1.1

/** The part of that time after which a PING that brought no sign of life is followed by another. */
const repeatAfterFraction = 0.3

/** How many PINGs may await their PONG, regardless of other traffic. */
const unansweredMax = 16

/** A measured round trip older than this is measured again before a window may grow by it, in milliseconds. */
const roundTripStaleMs = 1000

/** The part of the difference by which a longer round trip raises the line's: the line may have changed. */
const baseCreep = 1 / 64

interface Ping {
  sequence: number
  sentAt: number
  /** Those who wait for its answer. */
  readonly asked: { resolve: (roundTripMs: number) => void; reject: (error: Error) => void }[]
}

/** Measures the round trip, and detects when the other side is gone. */
export class Heartbeat {
  readonly #host: HeartbeatHost
  readonly #pingAfterMs: number
  /** Whether this side goes first after PINGs that crossed. */
  readonly #isFirst: boolean
  /** Whether the other side sent the last PING. */
  #isInTurn = false
  roundTripMs: number | undefined
  /** The shortest recent round trip, with nothing waiting on the line. */
  #baseMs: number | undefined
  #pings: Ping[] = []
  #sequence = 0
  #heardAt = 0
  #measuredAt = 0
  /** The number of PINGs since the last sign of life. */
  #misses = 0
  #timer: NodeJS.Timeout | undefined

  constructor(host: HeartbeatHost, { role, pingAfterMs }: Pick<Required<SessionOptions>, 'role' | 'pingAfterMs'>) {
    this.#host = host
    this.#pingAfterMs = pingAfterMs
    this.#isFirst = role === 'edge'
  }

  start(): void {
    this.#baseMs = undefined
    this.heard()
    this.#send()
    this.#arm(this.#pingAfterMs)
  }

  /** Rejects every pending `ping`. `start` may follow, on another connection. */
  stop(): void {
    clearTimeout(this.#timer)
    const pings = this.#pings
    this.#pings = []
    for (const { reject } of pings.flatMap(({ asked }) => asked))
      reject(new Error('The connection was gone before the answer to the PING came'))
  }

  /** Any byte is a sign of life. */
  heard(): void {
    this.#heardAt = performance.now()
    this.#misses = 0
  }

  ping(): Promise<number> {
    return new Promise((resolve, reject) => {
      if (this.#pings.length < unansweredMax) this.#send()
      this.#pings.at(-1)?.asked.push({ resolve, reject })
    })
  }

  /** Called when the other side has sent a PING. */
  receivePing(): void {
    this.#isInTurn = this.#pings.length === 0 || this.#isFirst
  }

  /** Takes the payload of a PONG. */
  receivePong(payload: Buffer): void {
    const sequence = payload.readDoubleBE()
    const index = this.#pings.findIndex((ping) => ping.sequence === sequence)
    // It also answers earlier PINGs: a side may keep only the newest of many.
    const answered = this.#pings.splice(0, index + 1)
    const ping = answered.at(-1)
    if (ping === undefined) throw protocolError('expected a PONG that repeats a PING')
    this.#measuredAt = performance.now()
    this.roundTripMs = this.#measuredAt - ping.sentAt
    const baseMs = this.#baseMs ?? this.roundTripMs
    this.#baseMs = Math.min(this.roundTripMs, baseMs + (this.roundTripMs - baseMs) * baseCreep)
    for (const { resolve } of answered.flatMap(({ asked }) => asked)) resolve(this.roundTripMs)
  }

  /** Undefined before the first measurement. Reading an old figure starts a new measurement. */
  getFreshRoundTrip(): RoundTrip | undefined {
    if (this.#pings.length === 0 && performance.now() - this.#measuredAt > roundTripStaleMs) this.#send()
    if (this.roundTripMs === undefined) return undefined
    return { lastMs: this.roundTripMs, baseMs: this.#baseMs ?? this.roundTripMs }
  }

  #send(): void {
    this.#isInTurn = false
    const ping: Ping = { sequence: ++this.#sequence, sentAt: performance.now(), asked: [] }
    this.#pings.push(ping)
    const payload = Buffer.allocUnsafe(8)
    payload.writeDoubleBE(ping.sequence)
    this.#host.sendPing(payload)
  }

  #arm(delayMs: number): void {
    this.#timer = setTimeout(
      guard('session.heartbeat', this.#host.bearer, () => this.#check()),
      delayMs,
    ).unref()
  }

  #check(): void {
    this.#host.acknowledge()
    const silentMs = performance.now() - this.#heardAt
    const quietMs = this.#pingAfterMs * (this.#isInTurn ? 1 : outOfTurnFactor)
    if (silentMs < quietMs) {
      this.#arm(Math.ceil(Math.min(quietMs - silentMs, this.#pingAfterMs)))
      return
    }
    if (this.#misses === missesMax) {
      this.#host.pingsUnanswered(`The other side did not answer ${missesMax} heartbeats`)
      return
    }
    if (this.#pings.length >= unansweredMax) {
      this.#host.pingsUnanswered(`The other side did not answer ${unansweredMax} PINGs`)
      return
    }
    this.#misses += 1
    this.#send()
    this.#arm(Math.ceil(this.#pingAfterMs * repeatAfterFraction))
  }
}

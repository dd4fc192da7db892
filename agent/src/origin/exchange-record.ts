import type { RequestHead } from '@culvert/wire'
import type { ParsedHead } from '../net/response-head.ts'
import { statusAbandoned } from './exchange-observer.ts'
import type { ExchangeObserver, ExchangeTap, Outcome } from './exchange-observer.ts'

/** Cumulative counters; bytes are those of bodies and of upgraded connections. */
export interface Traffic {
  requestCount: number
  bytesIn: number
  bytesOut: number
}

/** Counts an exchange's traffic, and notifies its observers. */
export class ExchangeRecord {
  readonly startedMs = performance.now()
  readonly #request: RequestHead
  readonly #traffic: Traffic
  readonly #observer: ExchangeObserver
  readonly #tap: ExchangeTap | undefined
  /** The final status; 0 before it arrives. */
  #status = 0
  #firstByteMs = 0
  #isStream = false
  #bytesIn = 0
  #bytesOut = 0

  /** `traffic` counts this exchange among others. */
  constructor(request: RequestHead, traffic: Traffic, observer: ExchangeObserver) {
    this.#request = request
    this.#traffic = traffic
    this.#observer = observer
    this.#tap = observer.begun?.(request)
  }

  /** Called with what the visitor sent. */
  received(chunk: Buffer): void {
    this.#traffic.bytesIn += chunk.length
    this.#bytesIn += chunk.length
    this.#tap?.requestData(chunk)
  }

  /** Called with each head from the app, 1xx included. */
  answered(head: Readonly<ParsedHead>): void {
    const { status, isEventStream } = head
    this.#tap?.responseHead(head)
    if (status < 200 && status !== 101) return
    this.#traffic.requestCount += 1
    this.#status = status
    this.#firstByteMs = performance.now() - this.startedMs
    this.#isStream = status === 101 || isEventStream
    if (this.#isStream) this.#observer.streaming(this.#request, status)
  }

  /** Called with what the app sent. */
  answeredData(chunk: Buffer): void {
    this.#tap?.responseData(chunk)
  }

  /** Called with the number of bytes sent to the visitor. */
  sent(bytes: number): void {
    this.#traffic.bytesOut += bytes
    this.#bytesOut += bytes
  }

  /** Called when the visitor has left, which is a normal end only for a stream. */
  left(): void {
    this.over({ kind: this.#isStream ? 'complete' : 'abandoned' })
  }

  /** Called at the end. */
  over(how: Outcome['how']): void {
    const outcome: Outcome = {
      how,
      status: how.kind === 'abandoned' ? statusAbandoned : this.#status,
      firstByteMs: this.#firstByteMs,
      durationMs: performance.now() - this.startedMs,
      bytesIn: this.#bytesIn,
      bytesOut: this.#bytesOut,
    }
    this.#tap?.over(outcome)
    this.#observer.over(this.#request, outcome)
  }
}

import { randomBytes } from 'node:crypto'
import type { RequestHead } from '@culvert/wire'
import type { ExchangeTap } from '../origin/exchange-observer.ts'
import type { Keeping, SkipReason } from './api-types.ts'
import { RecordingTap } from './recording-tap.ts'
import type { RecordingHost, Replay } from './recording-tap.ts'
import { Ring } from './ring.ts'
import type { KeptRequest } from './kept-request.ts'
import { checkWebhook } from './webhooks.ts'
import type { WebhookSecret } from './webhooks.ts'
import { WorkQueue } from './work-queue.ts'

export interface RecorderOptions {
  isOn: boolean
  /** Whether secrets are kept. */
  keepsSecrets: boolean
  webhookSecrets: readonly WebhookSecret[]
  bytesMax?: number
  countMax?: number
  /** The number of bytes that are kept of a body. */
  bodyBytesMax?: number
}

const mebibyte = 1_048_576
/** How long a request is open before it is listed, in milliseconds. */
const openMs = 1_000

/** Keeps the requests of an agent's tunnels in memory, without their secrets. */
export class Recorder implements RecordingHost {
  readonly ring: Ring
  readonly bodyBytesMax: number
  readonly work = new WorkQueue(() => this.skip('fault'))
  readonly #skipped: Record<SkipReason, number> = { busy: 0, full: 0, fault: 0 }
  readonly #options: RecorderOptions
  /** Ids differ between the agents on a machine. */
  readonly #prefix = randomBytes(2).toString('hex')
  readonly #replays = new WeakMap<RequestHead, Replay>()
  readonly #open = new Set<RecordingTap>()
  #timer: NodeJS.Timeout | undefined
  /** The number of requests that arrived, and thus the sequence number of the newest. */
  #count = 0

  constructor(options: RecorderOptions) {
    this.#options = options
    this.ring = new Ring({ bytesMax: options.bytesMax ?? 50 * mebibyte, countMax: options.countMax ?? 20_000 })
    this.bodyBytesMax = options.bodyBytesMax ?? mebibyte
  }

  get isOn(): boolean {
    return this.#options.isOn
  }

  get keepsSecrets(): boolean {
    return this.#options.keepsSecrets
  }

  get keeping(): Keeping {
    return {
      isOn: this.isOn,
      keepsSecrets: this.keepsSecrets,
      requestCount: this.ring.count,
      bytes: this.ring.bytes,
      bytesMax: this.ring.options.bytesMax,
      seen: this.#count,
      skipped: { ...this.#skipped },
    }
  }

  /** Returns the tap that follows a request of a tunnel; undefined if it is not kept. */
  begun(tunnel: string, request: RequestHead): ExchangeTap | undefined {
    if (!this.isOn) return undefined
    this.#count += 1
    const replay = this.#replays.get(request)
    // A caller waits for a replay.
    if (this.work.isFull && replay === undefined) {
      this.skip('busy')
      return undefined
    }
    const tap = new RecordingTap(this, tunnel, request, this.#prefix, this.#count, replay)
    this.#open.add(tap)
    this.#timer ??= setInterval(() => this.#listOpen(), openMs).unref()
    return tap
  }

  /** Marks the record of a request that is about to be sent to the app as a repetition. Resolves with the record once it is kept, or with undefined if there is no room for it. */
  expectReplay(request: RequestHead, replayOf: string): Promise<KeptRequest | undefined> {
    const kept = Promise.withResolvers<KeptRequest | undefined>()
    this.#replays.set(request, { replayOf, onKept: kept.resolve })
    return kept.promise
  }

  skip(reason: SkipReason): void {
    this.#skipped[reason] += 1
  }

  ended(tap: RecordingTap): void {
    this.#open.delete(tap)
  }

  checkWebhook(request: RequestHead, body: Buffer, isTruncated: boolean): KeptRequest['summary']['webhook'] {
    return checkWebhook(this.#options.webhookSecrets, request.fields, request.target, body, isTruncated)
  }

  /** Lists requests that take long before they end. */
  #listOpen(): void {
    const beforeMs = performance.now() - openMs
    for (const tap of this.#open) if (tap.startedMs <= beforeMs) tap.list()
    if (this.#open.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}

import type { ControlClient } from '@culvert/control-client'
import type { Logger } from 'pino'
import type { AccountRanges, Restrictions } from '../restrictions/restrictions.ts'
import { RestrictionsChangedDocument, RestrictionsDocument } from './control.generated.ts'
import { retryDelayMs } from '../retry.ts'

export interface RestrictionFeedOptions {
  client: ControlClient
  restrictions: Restrictions
  /** Time from the begin of the subscription to another look for changes, in milliseconds. */
  secondLookMs: number
  log: Logger
}

/** Finds what no subscription has told. */
const pollMs = 30_000

/**
 * Learns from the API what accounts refuse: each change as it happens, and from its pages whatever was missed. While the
 * API is away, what was learnt stays in force.
 */
export class RestrictionFeed {
  readonly #options: RestrictionFeedOptions
  readonly #unsubscribe: () => void
  readonly #stop = new AbortController()
  /** Everything up to this version was read from pages. */
  #version = 0
  #failures = 0
  #isReading = false
  #timer: NodeJS.Timeout | undefined

  constructor(options: RestrictionFeedOptions) {
    this.#options = options
    this.#unsubscribe = options.client.subscribe(
      RestrictionsChangedDocument,
      {},
      {
        onNext: ({ restrictionsChanged }) => this.#apply(restrictionsChanged),
        onConnected: () => void this.#read(options.secondLookMs),
      },
    )
    void this.#read(pollMs)
  }

  close(): void {
    this.#stop.abort()
    clearTimeout(this.#timer)
    this.#unsubscribe()
  }

  /** Reads what is new; the next time is after `nextMs`. */
  async #read(nextMs: number): Promise<void> {
    if (this.#isReading) {
      // What this call was to find may be behind the page that is on its way.
      this.#schedule(this.#options.secondLookMs)
      return
    }
    this.#isReading = true
    clearTimeout(this.#timer)
    try {
      await this.#readPages()
      this.#failures = 0
      this.#options.restrictions.setLoaded()
    } catch (error) {
      if (this.#failures === 0) this.#options.log.warn({ err: error }, 'IP restrictions cannot be read')
      this.#failures += 1
    }
    this.#isReading = false
    this.#schedule(this.#failures === 0 ? nextMs : retryDelayMs(this.#failures))
  }

  async #readPages(): Promise<void> {
    for (let hasMore = true; hasMore;) {
      const { restrictions } = await this.#options.client.request(
        RestrictionsDocument,
        { since: this.#version },
        { signal: this.#stop.signal },
      )
      for (const account of restrictions.accounts) this.#apply(account)
      this.#version = restrictions.version
      hasMore = restrictions.hasMore
    }
  }

  #apply(account: AccountRanges): void {
    try {
      this.#options.restrictions.apply(account)
    } catch (error) {
      // One account's must not keep the others' from being learnt.
      this.#options.log.error({ err: error, accountId: account.accountId }, 'IP restrictions are not understood')
    }
  }

  #schedule(delayMs: number): void {
    clearTimeout(this.#timer)
    if (this.#stop.signal.aborted) return
    this.#timer = setTimeout(() => void this.#read(pollMs), delayMs)
    this.#timer.unref()
  }
}

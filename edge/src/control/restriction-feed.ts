import type { ControlClient } from '@culvert/control-client'
import type { Logger } from 'pino'
import type { AccountRanges, Restrictions } from '../accounts/restrictions.ts'
import { RestrictionsChangedDocument, RestrictionsDocument } from './control.generated.ts'
import { ApiMirror } from './api-mirror.ts'

export interface RestrictionFeedOptions {
  client: ControlClient
  restrictions: Restrictions
  /** Time from the start of the subscription to another check for changes, in milliseconds. */
  recheckMs: number
  log: Logger
}

/**
 * Learns from the API what accounts refuse: each change as it happens, and anything missed from pages that it reads again and again. While the
 * API is away, known restrictions stay in force.
 */
export class RestrictionFeed {
  readonly #options: RestrictionFeedOptions
  readonly #mirror: ApiMirror
  /** The version up to which everything has been read from pages. */
  #version = 0

  constructor(options: RestrictionFeedOptions) {
    const { client, recheckMs, log } = options
    this.#options = options
    this.#mirror = new ApiMirror({
      ask: (signal) => this.#readPages(signal),
      failureMessage: 'IP restrictions cannot be read',
      log,
    })
    this.#mirror.follow(client, RestrictionsChangedDocument, recheckMs, ({ restrictionsChanged }) =>
      this.#apply(restrictionsChanged),
    )
  }

  close(): void {
    this.#mirror.close()
  }

  async #readPages(signal: AbortSignal): Promise<void> {
    const { client, restrictions } = this.#options
    for (let hasMore = true; hasMore;) {
      const page = (await client.request(RestrictionsDocument, { since: this.#version }, { signal })).restrictions
      for (const account of page.accounts) this.#apply(account)
      this.#version = page.version
      hasMore = page.hasMore
    }
    restrictions.setLoaded()
  }

  #apply(account: AccountRanges): void {
    try {
      this.#options.restrictions.apply(account)
    } catch (error) {
      // A fault in one account's ranges must not block those of others.
      this.#options.log.error({ err: error, accountId: account.accountId }, 'IP restrictions cannot be parsed')
    }
  }
}

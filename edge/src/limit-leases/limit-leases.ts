import { setTimeout as delay } from 'node:timers/promises'
import { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { redisSettings } from '../redis-settings.ts'
import type { Account } from '../accounts/account.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { type Lease, leaseMs, leaseParts } from './split.ts'

export interface LimitLeasesOptions {
  edgeId: string
  /** The Redis that all edges share. */
  redisUrl: string
  accounts: Accounts
  log: Logger
}

const renewalMs = leaseMs / 3
/** How often Redis is redialled while it is away, in milliseconds. */
const redialMs = 250
/** How long accounts with a first request are gathered before their leases are requested; milliseconds. */
const gatherMs = 10
/** Accounts per call, so that Redis serves others in between. */
const accountsPerCall = 200

/**
 * Divides each account's limits among the edges that carry its requests, by their demand. An edge holds a lease for each account with requests and
 * renews it every second; an account without requests has none. While Redis is away, each edge keeps the parts that it had last.
 */
export class LimitLeases {
  readonly #options: LimitLeasesOptions
  readonly #redis: Redis
  readonly #timer: NodeJS.Timeout
  /** Accounts that had a first request, and have no lease yet. */
  readonly #activated = new Set<Account>()
  /** The accounts that have had a lease. */
  readonly #parted = new WeakSet<Account>()
  /** The accounts with a lease. */
  readonly #leased = new Set<Account>()
  /** How many edges shared an account's limits when the last lease was given; an account without a lease is divided by this number. */
  #holders = 1
  #isRenewing = false
  #hasFailed = false
  #isClosed = false

  constructor(options: LimitLeasesOptions) {
    this.#options = options
    this.#redis = new Redis(options.redisUrl, { ...redisSettings, retryStrategy: () => redialMs })
      .on('error', (error) => this.#noteFailure(error))
      // An edge that has just started may have carried requests before it was connected.
      .on('ready', () => void this.#renew([...this.#leased]))
    options.accounts.onActive = (account) => this.#activate(account)
    this.#timer = setInterval(() => void this.#renew([...this.#leased]), renewalMs)
    this.#timer.unref()
  }

  close(): void {
    this.#isClosed = true
    clearInterval(this.#timer)
    this.#options.accounts.onActive = undefined
    this.#redis.disconnect()
  }

  #activate(account: Account): void {
    // Until the answer arrives, which takes a moment: as if the edges that shared the last account shared this one. While Redis is away, none arrives.
    if (!this.#hasFailed || !this.#parted.has(account))
      account.setLeasedParts({ requests: 1 / this.#holders, openRequests: 1 / this.#holders })
    this.#activated.add(account)
    if (this.#activated.size === 1) void this.#leaseActivated()
  }

  async #leaseActivated(): Promise<void> {
    await delay(gatherMs, undefined, { ref: false })
    const activated = [...this.#activated]
    this.#activated.clear()
    for (const account of activated) this.#leased.add(account)
    await this.#lease(activated)
  }

  async #renew(accounts: Account[]): Promise<void> {
    if (this.#isRenewing) return
    this.#isRenewing = true
    for (const account of accounts) {
      if (account.isActive) continue
      this.#leased.delete(account)
      account.deactivate()
    }
    await this.#lease(accounts.filter((account) => this.#leased.has(account)))
    this.#isRenewing = false
  }

  async #lease(accounts: Account[]): Promise<void> {
    // Only an answer shows that Redis is back.
    if (accounts.length === 0) return
    const { edgeId, log } = this.#options
    try {
      for (let at = 0; at < accounts.length && !this.#isClosed; at += accountsPerCall) {
        const some = accounts.slice(at, at + accountsPerCall)
        const wants = some.map((account) => ({ accountId: account.id, ...account.takeDemand() }))
        this.#apply(some, await leaseParts(this.#redis, edgeId, wants))
      }
      if (this.#hasFailed) log.info('limits are shared among edges again')
      this.#hasFailed = false
    } catch (error) {
      this.#noteFailure(error)
    }
  }

  #noteFailure(error: unknown): void {
    if (this.#isClosed) return
    const { log } = this.#options
    if (!this.#hasFailed) log.warn({ err: error }, 'limits are not shared among edges now; each keeps its last part')
    this.#hasFailed = true
  }

  #apply(accounts: readonly Account[], leases: readonly Lease[]): void {
    for (const [index, account] of accounts.entries()) {
      const lease = leases[index]
      if (lease?.accountId !== account.id)
        throw new Error(`expected a lease of ${account.id}, found ${lease?.accountId}`)
      account.setLeasedParts(lease)
      this.#parted.add(account)
      this.#holders = lease.holders
    }
  }
}

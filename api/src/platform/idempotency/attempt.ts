import { addMs } from '../../ground/clock.ts'
import type { Change } from '../change.ts'
import type { RequestContext } from '../context.ts'
import type { Trx } from '../db/db.ts'
import * as repository from './repository.ts'
import { type Claim, retentionMs, keysMax, tooManyKeys } from './rules.ts'

/** Ends a change whose key is claimed already. It leaves nothing behind. */
export class Claimed extends Error {}

/**
 * One run of an operation with a key. It claims the key in the first transaction, or before attempts are counted: one that counts
 * them may contact another program before any transaction.
 */
export class Attempt {
  /** `claimed`: the key is, and nothing else was done, or may have been. */
  state: 'new' | 'claimed' | 'done' = 'new'
  /** Why the key could not be claimed. Kept aside: the operation may mistake an error for one of its own. */
  obstacle: Error | undefined
  /** The operation's context. */
  readonly context: RequestContext
  readonly #change: Change
  readonly #claim: Claim

  constructor(context: RequestContext, claim: Claim) {
    this.#change = context.change
    this.#claim = claim
    const { rateLimiter } = context
    const change: Change = async (work) => {
      if (this.state === 'new') {
        const result = await this.#begin(work)
        this.state = 'done'
        return result
      }
      let isCommitting = false
      try {
        return await context.change(async (trx, tell) => {
          isCommitting = false
          const result = await work(trx, tell)
          isCommitting = true
          return result
        })
      } finally {
        // A commit whose answer was lost may have taken effect.
        if (isCommitting) this.state = 'done'
      }
    }
    this.context = {
      ...context,
      change,
      // The key takes one more statement.
      changeAtOnce: change,
      markDone: () => (this.state = 'done'),
      rateLimiter: {
        ...rateLimiter,
        check: async (limit, key) => {
          await this.claim()
          await rateLimiter.check(limit, key)
        },
        attempt: async (limit, key, work) => {
          await this.claim()
          return await rateLimiter.attempt(limit, key, work)
        },
      },
    }
  }

  /** Claims the key separately, unless it is claimed. */
  async claim(): Promise<void> {
    if (this.state !== 'new') return
    await this.#begin(async () => undefined)
    this.state = 'claimed'
  }

  async #begin<Result>(work: Parameters<typeof this.context.change<Result>>[0]): Promise<Result> {
    return await this.#change(async (trx, tell) => {
      this.obstacle = await this.#findObstacle(trx)
      if (this.obstacle) throw this.obstacle
      return await work(trx, tell)
    })
  }

  async #findObstacle(trx: Trx): Promise<Error | undefined> {
    const now = this.context.clock.now()
    const after = addMs(now, -retentionMs)
    await repository.lockKeysOf(trx, this.#claim.actor)
    const row = { ...this.#claim, createdAt: now, sealedAnswer: null }
    if (!(await repository.claimKey(trx, row, after))) return new Claimed()
    // Its own key is among them.
    const count = await repository.countKeys(trx, this.#claim.actor, after, keysMax + 1)
    return count > keysMax ? tooManyKeys() : undefined
  }
}

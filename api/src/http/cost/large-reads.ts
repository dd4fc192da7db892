import pLimit, { type LimitFunction } from 'p-limit'
import { waitForTurn } from '../../ground/event-loop.ts'
import { unavailable } from '../public-errors.ts'
import type { PacedList } from './paced-list.ts'

/** Lists of more rows than this are read one after the other. */
export const largeListRows = 500

/** How many large lists may wait, and how many of one credential: one alone keeps no other out. */
const waitingMax = 200
const waitingOfCredentialMax = 50

/** Reads large lists one at a time, so that only one is held in memory and small requests are answered in between. */
export interface LargeReads {
  /** Resolves when the list has been read; the next one is read once this one is complete. Throws UNAVAILABLE when too many wait already. */
  run(credential: string, read: () => Promise<PacedList>): Promise<unknown>
}

export function createLargeReads(): LargeReads {
  const all = pLimit(1)
  const byCredential = new Map<string, LimitFunction>()
  let waiting = 0
  return {
    run: async (credential, read) => {
      const own = byCredential.get(credential) ?? pLimit(1)
      const ofCredential = own.activeCount + own.pendingCount
      if (waiting >= waitingMax || ofCredential >= waitingOfCredentialMax) throw unavailable('OVERLOADED')
      waiting += 1
      byCredential.set(credential, own)
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      own(() =>
        all(async () => {
          await waitForTurn()
          const { value, completed } = await read()
          resolve(value)
          await completed
        }),
      )
        .catch(reject)
        .finally(() => {
          waiting -= 1
          if (own.activeCount + own.pendingCount === 0) byCredential.delete(credential)
        })
      return await promise
    },
  }
}

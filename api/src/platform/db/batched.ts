import DataLoader from 'dataloader'
import type { Db } from './db.ts'

/** How many queries of one kind are under way at a time on a database, and how many callers share one. */
const concurrencyMax = 2
const callersMax = 200

/**
 * Makes a function that answers one caller of a query that answers many. A caller that finds two such queries under way shares the next one with all others that
 * come meanwhile: a single caller never waits, and many cost little more than one. What a query reads is never older than its callers.
 *
 * `run` returns a result for each item, in their order. When it fails, it fails for all of them, so no item may be able to make it fail: texts of requests
 * have been checked by `storable-text.ts`.
 */
export function batched<Item, Result>(
  run: (db: Db, items: readonly Item[]) => Promise<readonly Result[]>,
): (db: Db, item: Item) => Promise<Result> {
  const loaders = new WeakMap<Db, DataLoader<Item, Result>>()
  return async (db, item) => {
    const known = loaders.get(db)
    if (known !== undefined) return await known.load(item)
    const loader = createLoader((items: readonly Item[]) => run(db, items))
    loaders.set(db, loader)
    return await loader.load(item)
  }
}

function createLoader<Item, Result>(run: (items: readonly Item[]) => Promise<readonly Result[]>) {
  let running = 0
  /** The batches that have callers and wait for their turn, oldest first. */
  const waiting: (() => void)[] = []
  const begin = () => {
    if (running < concurrencyMax && waiting.length > 0) {
      running += 1
      waiting.shift()?.()
    }
  }
  const runInTurn = async (items: readonly Item[]) => {
    try {
      return await run(items)
    } finally {
      running -= 1
      begin()
    }
  }
  return new DataLoader<Item, Result>(runInTurn, {
    cache: false,
    maxBatchSize: callersMax,
    batchScheduleFn: (dispatch) => {
      waiting.push(dispatch)
      // Callers of the same turn share the batch.
      setImmediate(begin)
    },
  })
}

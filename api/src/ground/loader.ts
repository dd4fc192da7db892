import DataLoader from 'dataloader'

/** Reads single values by key; keys that are asked for in the same turn share one query. */
export type Loader<T> = DataLoader<string, T | undefined>

/**
 * Makes a loader from a query for many keys. It batches and remembers nothing: a subscription's context lives for hours,
 * and a mutation may just have changed the row.
 */
export function createLoader<T>(find: (keys: readonly string[]) => Promise<Map<string, T>>): Loader<T> {
  return new DataLoader(
    async (keys) => {
      const found = await find([...new Set(keys)])
      return keys.map((key) => found.get(key))
    },
    { cache: false },
  )
}

/** Reads what a field shows that may be null: null without a key, and where nothing has it. */
export async function loadOrNull<T>(loader: Loader<T>, key: string | null): Promise<T | null> {
  return key === null ? null : ((await loader.load(key)) ?? null)
}

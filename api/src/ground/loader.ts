import DataLoader from 'dataloader'

/** Reads single values by key; keys that are asked for in the same turn share one query. */
export interface Loader<T> {
  load: (key: string) => Promise<T | undefined>
}

/**
 * Makes a loader from a query for many keys. It batches and remembers nothing: a subscription's context lives for hours,
 * and a mutation may just have changed the row.
 */
export function createLoader<T>(find: (keys: readonly string[]) => Promise<Map<string, T>>): Loader<T> {
  let loader: DataLoader<string, T | undefined> | undefined
  // An operation has sixty of them, and uses a few.
  const open = () =>
    new DataLoader<string, T | undefined>(
      async (keys) => {
        const found = await find([...new Set(keys)])
        return keys.map((key) => found.get(key))
      },
      { cache: false },
    )
  return { load: (key) => (loader ??= open()).load(key) }
}

/** Makes a loader that loads each key once, and once more after a failure. */
export function loadOnce<T>(loader: Loader<T>): Loader<T> {
  const loads = new Map<string, Promise<T | undefined>>()
  const begin = (key: string): Promise<T | undefined> => {
    const load = loader.load(key)
    loads.set(key, load)
    load.catch(() => loads.delete(key))
    return load
  }
  return { load: (key) => loads.get(key) ?? begin(key) }
}

/** Loads the value of a field that may be null: null without a key, and if nothing has it. */
export async function loadOrNull<T>(loader: Loader<T>, key: string | null): Promise<T | null> {
  return key === null ? null : ((await loader.load(key)) ?? null)
}

import { useAddressQuery } from './useAddressQuery.ts'

/** How a parameter is set. */
export interface SetOptions {
  /** Whether the previous page leaves no entry in the browser's history. */
  replace?: boolean
  /** Another parameter, which is dropped at the same time. */
  without?: string
}

/** Returns a parameter of the address, so that it survives a reload, can be shared, and can be set by links; undefined if it is missing. */
export function useParameter(
  name: string,
): [value: string | undefined, set: (value: string | undefined, options?: SetOptions) => void] {
  const [query, change] = useAddressQuery()
  const set = (value: string | undefined, { replace, without }: SetOptions = {}) =>
    change((next) => {
      if (without) next.delete(without)
      if (value) next.set(name, value)
      else next.delete(name)
    }, replace)
  return [query.get(name) ?? undefined, set]
}

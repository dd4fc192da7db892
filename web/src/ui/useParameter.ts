import { useSearchParams } from 'react-router-dom'

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
  const [query, setQuery] = useSearchParams()
  const set = (value: string | undefined, { replace, without }: SetOptions = {}) =>
    setQuery(
      (before) => {
        const after = new URLSearchParams(before)
        if (without) after.delete(without)
        if (value) after.set(name, value)
        else after.delete(name)
        return after
      },
      { replace },
    )
  return [query.get(name) ?? undefined, set]
}

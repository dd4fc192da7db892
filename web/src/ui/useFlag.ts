import { useSearchParams } from 'react-router-dom'

/** A boolean in the address, such as whether a form is open: it survives a reload, and links can set it. */
export function useFlag(name: string): [on: boolean, set: (on: boolean) => void] {
  const [query, setQuery] = useSearchParams()
  const set = (on: boolean) =>
    setQuery(
      (before) => {
        const after = new URLSearchParams(before)
        if (on) after.set(name, 'true')
        else after.delete(name)
        return after
      },
      { replace: true },
    )
  return [query.has(name), set]
}

import { useSearchParams } from 'react-router-dom'

/** Something that is open or not, as the address has it: a reload, a link and a return find it as it was. */
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

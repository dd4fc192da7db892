import { useSearchParams } from 'react-router-dom'

/** The page of a list, from 1, as the address has it: to be shared and gone back to. */
export function usePageNumber(name = 'page'): [page: number, setPage: (page: number) => void] {
  const [query, setQuery] = useSearchParams()
  const page = Math.max(1, Math.trunc(Number(query.get(name))) || 1)
  const setPage = (number: number) =>
    setQuery((before) => {
      const after = new URLSearchParams(before)
      if (number > 1) after.set(name, String(number))
      else after.delete(name)
      return after
    })
  return [page, setPage]
}

import { useSearchParams } from 'react-router-dom'

/** The page of a list, from 1. It stands in the address, so that it can be shared and gone back to. */
export function usePageNumber(
  name = 'page',
): [page: number, setPage: (page: number, options?: { replace: boolean }) => void] {
  const [query, setQuery] = useSearchParams()
  const page = Math.max(1, Math.trunc(Number(query.get(name))) || 1)
  const setPage = (number: number, options?: { replace: boolean }) =>
    setQuery((before) => {
      const after = new URLSearchParams(before)
      if (number > 1) after.set(name, String(number))
      else after.delete(name)
      return after
    }, options)
  return [page, setPage]
}

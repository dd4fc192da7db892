import { useParameter } from './useParameter.ts'

/** The page of a list, from 1, in the address. */
export function usePageNumber(
  name = 'page',
): [page: number, setPage: (page: number, options?: { replace: boolean }) => void] {
  const [value, setValue] = useParameter(name)
  const page = Math.max(1, Math.trunc(Number(value)) || 1)
  return [page, (number, options) => setValue(number > 1 ? String(number) : undefined, options)]
}

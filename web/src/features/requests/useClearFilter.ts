import { useAddressQuery } from '../../ui/useAddressQuery.ts'
import { filterNames } from './filter.ts'

/** Returns a function that removes every filter from the address. */
export function useClearFilter(): () => void {
  const [, change] = useAddressQuery()
  return () =>
    change((query) => {
      for (const name of filterNames) query.delete(name)
    }, true)
}

import { useSearchParams } from 'react-router-dom'
import { filterNames } from './filter.ts'

/** Returns a function that removes every filter from the address. */
export function useClearFilter(): () => void {
  const [, setParameters] = useSearchParams()
  return () =>
    setParameters(
      (before) => {
        const after = new URLSearchParams(before)
        for (const name of filterNames) after.delete(name)
        return after
      },
      { replace: true },
    )
}

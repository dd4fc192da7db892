import { useMemo } from 'react'
import { type Location, useLocation, useNavigate } from 'react-router-dom'

/** Changes the query of the address in place. */
type Edit = (query: URLSearchParams) => void

/**
 * By the address on the screen, the query that it was changed to. A new address is drawn when there is time, and what is changed before that
 * must not start from the query on the screen: it would undo the change before it.
 */
const changed = new WeakMap<Location, string>()

/** Returns the query of the address, and a function that changes it. Changes add up, whether or not the one before is on the screen. */
export function useAddressQuery(): [query: URLSearchParams, change: (edit: Edit, replace?: boolean) => void] {
  const location = useLocation()
  const navigate = useNavigate()
  const query = useMemo(() => new URLSearchParams(location.search), [location.search])
  const change = (edit: Edit, replace?: boolean) => {
    const next = new URLSearchParams(changed.get(location) ?? location.search)
    edit(next)
    changed.set(location, next.toString())
    void navigate(`?${next}`, { replace })
  }
  return [query, change]
}

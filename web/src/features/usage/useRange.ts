import { useSearchParams } from 'react-router-dom'
import { useNow } from '../../ui/useNow.ts'
import { getRange, type Range } from './range.ts'

const renewMs = 60_000

/** The range that the address asks for; it moves on at midnight (UTC). */
export function useRange(): Range {
  const [search] = useSearchParams()
  return getRange(search.get('days'), useNow(renewMs))
}

import { LoadError } from '../ui/LoadError.tsx'
import { getErrorText, isRetryable } from './errors.ts'

interface QueryErrorProps {
  /** What failed to load, for example `your gateways`. */
  what: string
  error: unknown
  onRetry: () => void
}

/** Shown instead of a screen whose query failed. Offers another attempt only where it may succeed. */
export function QueryError({ what, error, onRetry }: QueryErrorProps) {
  return <LoadError what={what} reason={getErrorText(error)} onRetry={isRetryable(error) ? onRetry : undefined} />
}

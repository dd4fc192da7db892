import { Button } from '@mantine/core'
import { useState } from 'react'
import { Notice } from '../ui/Notice.tsx'
import { getErrorText, isRetryable } from './errors.ts'

interface QueryErrorProps {
  /** What failed to load, for example `your gateways`. */
  what: string
  error: unknown
  onRetry: () => void
}

/** Shown instead of a screen whose query failed. Offers another attempt only where it may succeed. */
export function QueryError({ what, error, onRetry }: QueryErrorProps) {
  // The error itself, because each failed attempt has its own.
  const [retried, setRetried] = useState<unknown>()
  const retry = () => {
    setRetried(error)
    onRetry()
  }
  return (
    <Notice
      tone="danger"
      title={`Could not load ${what}`}
      action={
        isRetryable(error) && (
          <Button variant="default" size="xs" loading={retried === error} onClick={retry}>
            Try again
          </Button>
        )
      }
    >
      {getErrorText(error)}
    </Notice>
  )
}

import { Button } from '@mantine/core'
import { Notice } from './Notice.tsx'

interface LoadErrorProps {
  /** What failed to load, for example `your gateways`. */
  what: string
  /** Why. */
  reason: string
  /** Left out where trying again is of no use. */
  onRetry?: () => void
}

/** Shown instead of a screen whose data did not load. */
export function LoadError({ what, reason, onRetry }: LoadErrorProps) {
  return (
    <Notice
      tone="danger"
      title={`Could not load ${what}`}
      action={
        onRetry && (
          <Button variant="default" size="xs" onClick={onRetry}>
            Try again
          </Button>
        )
      }
    >
      {reason}
    </Notice>
  )
}

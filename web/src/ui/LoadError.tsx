import { Button } from '@mantine/core'
import { Notice } from './Notice.tsx'

interface LoadErrorProps {
  /** What failed to load, for example `your gateways`. */
  what: string
  /** Why. */
  reason: string
  onRetry: () => void
}

/** Stands in for a screen whose data could not be had. */
export function LoadError({ what, reason, onRetry }: LoadErrorProps) {
  return (
    <Notice
      tone="danger"
      title={`Could not load ${what}`}
      action={
        <Button variant="default" size="xs" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {reason}
    </Notice>
  )
}

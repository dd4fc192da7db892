import { Button } from '@mantine/core'
import type { Requests } from './useRequests.ts'
import classes from './Inspector.module.css'

interface ListBarProps {
  requests: Requests
  isPaused: boolean
  onPause: (isPaused: boolean) => void
  /** Called when the reader wants to see new requests. */
  onShowWaiting: () => void
}

/** Shows how much the agent keeps and what is waiting, and pauses the list. Its space is always reserved, so that no row moves or is covered. */
export function ListBar({ requests: { keeping, waiting, isStale }, isPaused, onPause, onShowWaiting }: ListBarProps) {
  return (
    <div className={classes.bar}>
      <span className={classes.soft}>{keeping && `${keeping.requestCount.toLocaleString('en')} kept`}</span>
      {waiting.length > 0 && (
        <button type="button" className={classes.waiting} onClick={onShowWaiting}>
          {waiting.length.toLocaleString('en')}
          {isStale && '+'} new
        </button>
      )}
      <Button
        size="compact-xs"
        variant={isPaused ? 'filled' : 'default'}
        aria-pressed={isPaused}
        onClick={() => onPause(!isPaused)}
      >
        Pause
      </Button>
    </div>
  )
}

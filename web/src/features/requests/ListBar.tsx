import { Button } from '@mantine/core'
import { formatCount, formatNumber } from '../../ui/format.ts'
import { IconPause } from '../../ui/icons.ts'
import type { Requests } from './useRequestList.ts'
import type { Selection } from './useSelection.ts'
import classes from './Requests.module.css'

interface ListBarProps {
  requests: Requests
  selection: Selection
  isPaused: boolean
  onPause: (isPaused: boolean) => void
  /** Called when the reader wants to see new requests. */
  onShowWaiting: () => void
  onSaveSet: () => void
  onShowSets: () => void
}

/**
 * Shows how many requests are listed, selected and waiting, pauses the list, and opens sets. Its space is always reserved, so that no row
 * moves.
 */
export function ListBar(props: ListBarProps) {
  const { requests, selection, isPaused, onPause, onShowWaiting, onSaveSet, onShowSets } = props
  const { pages, rows, waiting, isStale, isCut } = requests
  const selectedCount = selection.rows.length
  return (
    <div className={classes.bar}>
      {selectedCount > 0 ? (
        <span className={classes.barGroup}>
          <output className={classes.soft}>{formatCount(selectedCount)} selected</output>
          <Button size="compact-xs" variant="default" onClick={onSaveSet}>
            Save as set
          </Button>
          <Button size="compact-xs" variant="subtle" px={4} aria-label="Clear selection" onClick={selection.clear}>
            Clear
          </Button>
        </span>
      ) : (
        <span className={classes.soft}>
          {pages && rows.length > 0 && `${formatNumber(rows.length, 'request')} shown`}
        </span>
      )}
      {waiting.length > 0 ? (
        <button type="button" className={classes.waiting} onClick={onShowWaiting}>
          {formatCount(waiting.length)}
          {isStale && '+'} new
        </button>
      ) : (
        isCut && (
          <button type="button" className={classes.waiting} onClick={onShowWaiting}>
            Back to the newest
          </button>
        )
      )}
      <span className={classes.barGroup}>
        {selectedCount === 0 && (
          <Button size="compact-xs" variant="default" onClick={onShowSets}>
            Sets
          </Button>
        )}
        <Button
          size="compact-xs"
          variant={isPaused ? 'filled' : 'default'}
          aria-pressed={isPaused}
          leftSection={<IconPause size={13} aria-hidden />}
          onClick={() => onPause(!isPaused)}
        >
          Pause
        </Button>
      </span>
    </div>
  )
}

import { webPaths } from '@culvert/schema/web-paths'
import { Button, Loader } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { memo, type KeyboardEvent, type MouseEvent as ReactMouseEvent, type RefObject } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { getErrorText } from '../../graphql/errors.ts'
import { formatAge, formatBytes, formatExactTime, formatTimeOfDay } from '../../ui/format.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { useNow } from '../../ui/useNow.ts'
import { VirtualList, type VirtualListHandle } from '../../ui/VirtualList.tsx'
import { describeAnswerer, findStatusLook, formatElapsed } from './looks.ts'
import { NoRequests } from './NoRequests.tsx'
import type { RecordingAccount } from './RecordingPanel.tsx'
import type { RequestRow, RequestTunnels } from './request.ts'
import type { Requests } from './useRequestList.ts'
import type { Selection, Toggle } from './useSelection.ts'
import classes from './Requests.module.css'

interface RequestRowsProps {
  requests: Requests
  selection: Selection
  /** Undefined while it loads. */
  account: (RequestTunnels & RecordingAccount) | undefined
  openId: string | undefined
  /** Called when the reader starts to read further down, or moves by keys, and when they are back at the top. */
  onReading: (isReading: boolean) => void
  list: RefObject<VirtualListHandle | null>
}

/** A list that is narrower than this has two-line rows; pixels. */
const wideFrom = 760
const rowHeights = { wide: 41, narrow: 62 }
const ageTickMs = 1_000

/** The list. If there are many requests, it draws only the visible ones. */
export function RequestRows({ requests, selection, account, openId, onReading, list }: RequestRowsProps) {
  const { pages, rows, loadOlder, loadNewer, isLoading } = requests
  const { search } = useLocation()
  const { ref, width } = useElementSize()
  const now = useNow(ageTickMs)
  const shape = width >= wideFrom ? 'wide' : 'narrow'
  return (
    <div ref={ref} className={classes.rows} data-shape={shape} aria-busy={isLoading}>
      {pages === undefined && <Loader m="3rem auto" size="sm" aria-label="Loading" />}
      {pages && rows.length === 0 && <NoRequests account={account} searchFurther={requests.searchFurther} />}
      {rows.length > 0 && (
        <>
          <div className={classes.heads} aria-hidden>
            {['Time', 'Method', 'Status', 'Host and path', 'Answered by', 'Duration', 'Size'].map((head) => (
              <span key={head}>{head}</span>
            ))}
          </div>
          <VirtualList
            label="Requests"
            rows={rows}
            rowKey={idOf}
            rowHeight={rowHeights[shape]}
            onReading={onReading}
            onStart={loadNewer}
            onEnd={loadOlder}
            handle={list}
          >
            {(request) => (
              <Row
                request={request}
                isOpen={request.id === openId}
                isSelected={selection.has(request.id)}
                onToggle={selection.toggle}
                search={search}
                age={describeAge(request, now)}
              />
            )}
          </VirtualList>
          <ListEnd requests={requests} />
        </>
      )}
    </div>
  )
}

const idOf = ({ id }: RequestRow) => id

/** Shows how long ago a request arrived. */
function describeAge({ startedAt }: RequestRow, now: number): string {
  const age = formatAge(startedAt, now)
  return age === '0 s' ? 'Now' : `${age} ago`
}

interface RowProps {
  request: RequestRow
  isOpen: boolean
  isSelected: boolean
  onToggle: Toggle
  search: string
  age: string
}

const Row = memo(function Row({ request, isOpen, isSelected, onToggle, search, age }: RowProps) {
  const { id, method, hostname, path, startedAt, durationMs, bytesOut, answeredBy, code, replayOf } = request
  function takeKey(event: KeyboardEvent): void {
    if (event.key.toLowerCase() !== 'x' || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    onToggle(request, event.shiftKey)
  }
  function takeClick(event: ReactMouseEvent): void {
    if (!event.shiftKey) return
    event.preventDefault()
    onToggle(request, true)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys come from the link or the box in it
    <div className={classes.item} data-selected={isSelected} onKeyDown={takeKey}>
      <label className={classes.check}>
        <input
          type="checkbox"
          aria-label={`Select ${method} ${path}, ${formatExactTime(startedAt)}`}
          aria-keyshortcuts="x"
          checked={isSelected}
          onChange={({ nativeEvent }) => onToggle(request, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
        />
      </label>
      <Link
        className={classes.row}
        to={{ pathname: `${webPaths.requests}/${id}`, search }}
        aria-current={isOpen ? 'true' : undefined}
        // Otherwise the browser would select text, or open a window.
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
        onClick={takeClick}
      >
        <time className={classes.time} dateTime={startedAt} title={formatExactTime(startedAt)}>
          {age}
        </time>
        <span className={classes.method}>{method}</span>
        <span className={classes.status}>
          <StatusBadge {...findStatusLook(request)} />
        </span>
        <span className={classes.target} title={hostname + path}>
          <span className={classes.host}>{hostname}</span>
          <span className={classes.path}>{path}</span>
        </span>
        <span className={classes.answerer} data-quiet={answeredBy === 'APP'} title={code ?? undefined}>
          {/* The app answers every replay. */}
          {replayOf ? <span className={classes.mark}>Replay</span> : describeAnswerer(request)}
        </span>
        <span className={classes.figure}>{formatElapsed(durationMs)}</span>
        <span className={classes.figure}>{formatBytes(bytesOut)}</span>
      </Link>
    </div>
  )
})

/** Ends the list if older requests do not load automatically. */
function ListEnd({ requests: { searchFurther, failedPage, retryPage, error } }: { requests: Requests }) {
  if (failedPage) {
    return (
      <p className={classes.end} role="alert">
        {getErrorText(failedPage.error, 'More requests could not be loaded.')}{' '}
        <Button size="compact-xs" variant="default" onClick={retryPage}>
          Try again
        </Button>
      </p>
    )
  }
  if (error !== undefined) {
    return (
      <p className={classes.end} role="alert">
        {getErrorText(error, 'The list could not be brought up to date.')}
      </p>
    )
  }
  if (!searchFurther) return null
  return (
    <p className={classes.end}>
      Searched back to {formatTimeOfDay(searchFurther.searchedTo)}.{' '}
      <Button size="compact-xs" variant="default" onClick={searchFurther.run}>
        Search further back
      </Button>
    </p>
  )
}

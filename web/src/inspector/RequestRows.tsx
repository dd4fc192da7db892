import type { RequestSummary } from '@culvert/agent/inspection'
import { Button } from '@mantine/core'
import { memo, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { EmptyState } from '../ui/EmptyState.tsx'
import { IconLive } from '../ui/icons.ts'
import { formatBytes, formatDuration, statusText, statusTone } from './looks.ts'
import classes from './Inspector.module.css'

interface RequestRowsProps {
  /** Undefined while they load. */
  rows: RequestSummary[] | undefined
  /** How many have come since the reader began to read. */
  waiting: number
  openId: string | undefined
  /** Called when the reader scrolls down, or opens a request: from then on the list does not move. */
  onRead: () => void
  /** Called when the reader wants to see all again. */
  onTop: () => void
  /** Loads older ones; undefined when there are none. */
  onOlder: (() => void) | undefined
}

/** The list. Rows out of sight cost the browser nothing (`content-visibility`), and what is new waits while one reads. */
export function RequestRows({ rows, waiting, openId, onRead, onTop, onOlder }: RequestRowsProps) {
  const { search } = useLocation()
  const list = useRef<HTMLDivElement>(null)
  const showWaiting = () => {
    list.current?.scrollTo({ top: 0 })
    onTop()
  }
  return (
    <div
      className={classes.rows}
      ref={list}
      onScroll={({ currentTarget }) => currentTarget.scrollTop > topPx && onRead()}
    >
      {waiting > 0 && (
        <button type="button" className={classes.waiting} onClick={showWaiting}>
          {waiting} new
        </button>
      )}
      {rows?.length === 0 && (
        <EmptyState
          icon={IconLive}
          title={search === '' ? 'No requests yet' : 'No request fits the filters'}
          description={search === '' ? 'Open the public URL, and they appear here.' : 'Change a filter to see others.'}
        />
      )}
      <ul>
        {rows?.map((request) => (
          <Row key={request.id} request={request} isOpen={request.id === openId} search={search} onOpen={onRead} />
        ))}
      </ul>
      {onOlder && (
        <Button m="0.75rem" size="xs" variant="default" onClick={onOlder}>
          Show older
        </Button>
      )}
    </div>
  )
}

/** A list that has scrolled by less than this is at its top; pixels. */
const topPx = 8

interface RowProps {
  request: RequestSummary
  isOpen: boolean
  search: string
  onOpen: () => void
}

const Row = memo(function Row({ request, isOpen, search, onOpen }: RowProps) {
  const { id, method, target, startedAt, durationMs, bytesOut, replayOf, webhook } = request
  return (
    <li className={classes.row}>
      <Link
        className={classes.rowLink}
        to={{ pathname: `/requests/${id}`, search }}
        onClick={onOpen}
        aria-current={isOpen ? 'true' : undefined}
      >
        <span className={classes.method}>{method}</span>
        <span className={classes.target}>{target}</span>
        <span className={classes.status} data-tone={statusTone(request)}>
          {statusText(request)}
        </span>
        <span className={classes.facts}>
          {new Date(startedAt).toLocaleTimeString('en-GB')} · {formatDuration(durationMs)} · {formatBytes(bytesOut)}
          {replayOf !== undefined && ' · replay'}
          {webhook && (webhook.isValid ? ' · signature right' : ' · signature wrong')}
        </span>
      </Link>
    </li>
  )
})

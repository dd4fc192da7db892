import type { RequestSummary } from '@culvert/agent/inspection'
import { Loader, Stack } from '@mantine/core'
import { memo, type RefObject } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { formatDuration, statusText, statusTone } from '../exchanges/looks.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { formatBytes } from '../ui/format.ts'
import { IconLive } from '../ui/icons.ts'
import { VirtualList, type VirtualListHandle } from '../ui/VirtualList.tsx'
import type { Requests } from './useRequests.ts'
import classes from './Inspector.module.css'

interface RequestRowsProps {
  requests: Requests
  openId: string | undefined
  /** Called when the reader starts to read further down, or moves by keys, and when they are back at the top. */
  onReading: (isReading: boolean) => void
  list: RefObject<VirtualListHandle | null>
}

/** The height of a row at the usual text size, in pixels. */
const rowHeight = 60

/** The list. If there are many requests, it draws only the visible ones. */
export function RequestRows({ requests, openId, onReading, list }: RequestRowsProps) {
  const { rows, gone, showOlder } = requests
  const { search } = useLocation()
  return (
    <Stack gap={0} flex={1} mih={0} pos="relative">
      {rows === undefined && <Loader m="2rem auto" size="sm" aria-label="Loading" />}
      {rows?.length === 0 ? (
        <EmptyState
          icon={IconLive}
          title={search === '' ? 'No requests yet' : 'No request matches the filters'}
          description={search === '' ? 'Open the public URL, and they appear here.' : 'Change a filter to see others.'}
        />
      ) : (
        <VirtualList
          key={search}
          label="Requests"
          rows={rows ?? []}
          rowKey={idOf}
          rowHeight={rowHeight}
          onReading={onReading}
          onEnd={showOlder}
          handle={list}
        >
          {(request) => (
            <Row request={request} isOpen={request.id === openId} isGone={gone.has(request.id)} search={search} />
          )}
        </VirtualList>
      )}
    </Stack>
  )
}

const idOf = ({ id }: RequestSummary) => id

interface RowProps {
  request: RequestSummary
  isOpen: boolean
  /** Whether the agent has forgotten it. */
  isGone: boolean
  search: string
}

const Row = memo(function Row({ request, isOpen, isGone, search }: RowProps) {
  const { id, method, target, startedAt, durationMs, bytesOut, replayOf, webhook } = request
  return (
    <Link
      className={classes.rowLink}
      to={{ pathname: `/requests/${id}`, search }}
      aria-current={isOpen ? 'true' : undefined}
      data-gone={isGone}
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
        {isGone && ' · no longer kept'}
      </span>
    </Link>
  )
})

import type { RequestDetail, RequestSummary } from '@culvert/agent/inspection'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { toCurl, toFetch, toHar } from '../exchanges/copy-as.ts'
import { CopyAs } from '../exchanges/CopyAs.tsx'
import { Exchange } from '../exchanges/Exchange.tsx'
import { formatDuration, statusText, statusTone } from '../exchanges/looks.ts'
import { ReplayButtons } from '../exchanges/ReplayButtons.tsx'
import { ReplayOutcome } from '../exchanges/ReplayOutcome.tsx'
import { findObstacle, useReplay } from '../exchanges/useReplay.ts'
import { formatBytes } from '../ui/format.ts'
import { Notice } from '../ui/Notice.tsx'
import type { Client } from './client.ts'
import { useDetail } from './useDetail.ts'
import classes from './Inspector.module.css'

interface RequestPanelProps {
  id: string
  client: Client
  /** The latest known state; when it changes, the details are fetched again. */
  summary: RequestSummary | undefined
  publicUrl: string | undefined
  onClose: () => void
}

/** One request: its content, its answer, and what can be done with it. */
export function RequestPanel({ id, client, summary, publicUrl = 'http://localhost', onClose }: RequestPanelProps) {
  const [fault, setFault] = useState<string>()
  const detail = useDetail(client, id, summary, setFault)
  const replay = useReplay((edited) => client.replay(id, edited))
  const navigate = useNavigate()

  return (
    <section className={classes.panel} aria-label="Request">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <h2 className={classes.heading}>{detail ? `${detail.method} ${detail.target}` : id}</h2>
        <Button flex="none" size="xs" variant="default" onClick={onClose}>
          Close
        </Button>
      </Group>
      {fault && <Notice tone="danger">{fault}</Notice>}
      {detail && (
        <>
          <p className={classes.facts}>
            <span className={classes.status} data-tone={statusTone(detail)}>
              {statusText(detail)}
            </span>{' '}
            {new Date(detail.startedAt).toLocaleString('en-GB')} · from {detail.visitorAddress}
            {/* Bytes are counted when it has ended. */}
            {detail.state !== 'open' && ` · ${formatBytes(detail.bytesIn)} in, ${formatBytes(detail.bytesOut)} out`}
            {detail.requestId !== undefined && ` · request id ${detail.requestId}`}
            {detail.replayOf === 'set' && ' · sent from a set'}
            {detail.replayOf && detail.replayOf !== 'set' && (
              <>
                {' '}
                · replay of{' '}
                <Link className={classes.link} to={`/requests/${detail.replayOf}`}>
                  {detail.replayOf}
                </Link>
              </>
            )}
          </p>
          <Group gap="0.5rem">
            <ReplayButtons replay={replay} obstacle={findObstacle(detail)} />
            <CopyAs
              texts={{
                'cURL (bash)': () => toCurl(detail, publicUrl),
                fetch: () => toFetch(detail, publicUrl),
                HAR: () => toHar(detail, publicUrl),
              }}
            />
          </Group>
          {detail.failure && <Notice tone="danger">{detail.failure}</Notice>}
          <ReplayOutcome
            detail={detail}
            replay={replay}
            onOpen={({ request }) => void navigate(`/requests/${request.id}`)}
          />
          <Timing detail={detail} />
          <Exchange detail={detail} />
        </>
      )}
    </section>
  )
}

function Timing({ detail: { state, status, firstByteMs, durationMs } }: { detail: RequestDetail }) {
  if (state === 'open') {
    const begun = status === 0 ? 'No response yet' : `${formatDuration(firstByteMs)} until the response began`
    return <p className={classes.soft}>{begun}; the request is still open.</p>
  }
  const share = durationMs === 0 ? 100 : Math.min(100, (firstByteMs / durationMs) * 100)
  return (
    <div>
      <div className={classes.timingBar} aria-hidden>
        <span style={{ width: `${share}%` }} />
      </div>
      <p className={classes.soft}>
        {formatDuration(firstByteMs)} until the response began, {formatDuration(durationMs)} in all
      </p>
    </div>
  )
}

import type { ReplayAnswer, RequestDetail, RequestSummary } from '@culvert/agent/inspection'
import { Button, Group } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { Notice } from '../ui/Notice.tsx'
import { BodyView } from './BodyView.tsx'
import type { Client } from './client.ts'
import { Comparison } from './Comparison.tsx'
import { toCurl, toFetch, toHar } from './copy-as.ts'
import { CopyAs } from './CopyAs.tsx'
import { Frames } from './Frames.tsx'
import { formatBytes, formatDuration, statusText, statusTone } from './looks.ts'
import { ReplayEditor } from './ReplayEditor.tsx'
import { Section } from './Section.tsx'
import classes from './Inspector.module.css'

interface RequestPanelProps {
  id: string
  client: Client
  /** The newest that is known of it; when it changes, the details are asked for again. */
  summary: RequestSummary | undefined
  publicUrl: string | undefined
  onClose: () => void
}

/** One request: what it asked, what was answered, and what can be done with it. */
export function RequestPanel({ id, client, summary, publicUrl = 'http://localhost', onClose }: RequestPanelProps) {
  /** With what was known of the request when its details were asked for. */
  const [loaded, setLoaded] = useState<{ of: RequestSummary | undefined; detail: RequestDetail }>()
  const detail = loaded?.detail
  const [fault, setFault] = useState<string>()
  const [isEditing, setEditing] = useState(false)
  const [answer, setAnswer] = useState<ReplayAnswer>()
  const navigate = useNavigate()
  useEffect(() => {
    let isCurrent = true
    client.detail(id).then(
      (answered) => isCurrent && setLoaded({ of: summary, detail: answered }),
      (error: Error) => isCurrent && setFault(error.message),
    )
    return () => {
      isCurrent = false
    }
  }, [client, id, summary])

  async function replay(): Promise<void> {
    setFault(undefined)
    try {
      setAnswer(await client.replay(id))
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error))
    }
  }

  return (
    <section className={classes.panel} aria-label="Request">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <h2 className={classes.heading}>{detail ? `${detail.method} ${detail.target}` : id}</h2>
        <Button size="xs" variant="default" onClick={onClose}>
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
            {new Date(detail.startedAt).toLocaleString('en-GB')} · from {detail.visitorAddress} ·{' '}
            {formatBytes(detail.bytesIn)} in, {formatBytes(detail.bytesOut)} out
            {detail.replayOf && (
              <>
                {' '}
                · replay of <Link to={`/requests/${detail.replayOf}`}>{detail.replayOf}</Link>
              </>
            )}
          </p>
          <Group gap="0.5rem">
            <Button size="xs" onClick={() => void replay()} disabled={detail.kind === 'websocket'}>
              Replay
            </Button>
            <Button size="xs" variant="default" onClick={() => setEditing(true)} disabled={detail.kind === 'websocket'}>
              Edit and replay
            </Button>
            <CopyAs
              texts={{
                cURL: () => toCurl(detail, publicUrl),
                fetch: () => toFetch(detail, publicUrl),
                HAR: () => toHar(detail, publicUrl),
              }}
            />
          </Group>
          {detail.failure && <Notice tone="danger">{detail.failure}</Notice>}
          {detail.webhook && (
            <Notice
              tone={detail.webhook.isValid ? 'positive' : 'warning'}
              title={`Webhook of ${detail.webhook.provider}`}
            >
              {detail.webhook.why}
            </Notice>
          )}
          {answer && (
            <Comparison
              original={detail}
              answer={answer}
              onOpen={() => void navigate(`/requests/${answer.request.id}`)}
            />
          )}
          {isEditing && (
            <ReplayEditor
              detail={detail}
              send={(edited) => client.replay(id, edited)}
              onAnswer={(sent) => {
                setEditing(false)
                setAnswer(sent)
              }}
              onClose={() => setEditing(false)}
            />
          )}
          <Timing detail={detail} />
          {detail.redacted.length > 0 && (
            <p className={classes.soft}>Not kept, since it is secret: {detail.redacted.join(', ')}.</p>
          )}
          <Section title="Request" fields={detail.requestFields}>
            <BodyView body={detail.requestBody} />
          </Section>
          <Section
            title={`Response ${detail.status === 0 ? '' : `${detail.status} ${detail.reason}`}`}
            fields={detail.responseFields}
          >
            {detail.frames.length === 0 && <BodyView body={detail.responseBody} />}
          </Section>
          {(detail.kind !== 'http' || detail.frames.length > 0) && (
            <Frames frames={detail.frames} dropped={detail.framesDropped} />
          )}
        </>
      )}
    </section>
  )
}

function Timing({ detail: { firstByteMs, durationMs } }: { detail: RequestDetail }) {
  const share = durationMs === 0 ? 100 : Math.min(100, (firstByteMs / durationMs) * 100)
  return (
    <div className={classes.timing}>
      <div className={classes.bar} aria-hidden>
        <span style={{ width: `${share}%` }} />
      </div>
      <p className={classes.soft}>
        {formatDuration(firstByteMs)} until the response began, {formatDuration(durationMs)} in all
      </p>
    </div>
  )
}

import type { BodyDetail, ReplayAnswer, RequestDetail } from '@culvert/agent/inspection'
import { Button } from '@mantine/core'
import { Notice } from '../ui/Notice.tsx'
import { Code } from './Code.tsx'
import { toHex } from './hex.ts'
import { parseJson } from './json.ts'
import { formatDuration, statusText } from './looks.ts'
import classes from './Exchange.module.css'

interface ComparisonProps {
  original: RequestDetail
  answer: ReplayAnswer
  onOpen: () => void
}

/** The answer to a replay beside the original one. */
export function Comparison({ original, answer: { request: repeated, omitted }, onOpen }: ComparisonProps) {
  const isSame = original.status === repeated.status && original.responseBody.content === repeated.responseBody.content
  return (
    <Notice
      tone={isSame ? 'positive' : 'warning'}
      title={isSame ? 'The same status and body came back' : 'A different answer came back'}
      action={
        <Button size="xs" variant="default" onClick={onOpen}>
          Open
        </Button>
      }
    >
      {statusText(original)} in {formatDuration(original.durationMs)} before, {statusText(repeated)} in{' '}
      {formatDuration(repeated.durationMs)} now.
      {omitted.length > 0 &&
        ` Sent without ${omitted.join(', ')}: secrets are not kept. Edit and replay to fill them in.`}
      {!isSame && (
        <div className={classes.columns}>
          <Answer title="Before" body={original.responseBody} other={repeated.responseBody} />
          <Answer title="Now" body={repeated.responseBody} other={original.responseBody} />
        </div>
      )}
    </Notice>
  )
}

/** How many lines of an answer are compared. */
const linesMax = 200

function Answer({ title, body, other }: { title: string; body: BodyDetail; other: BodyDetail }) {
  const lines = toLines(body)
  const others = new Set(toLines(other))
  return (
    <div>
      <h3>{title}</h3>
      <Code label={title}>
        {lines.slice(0, linesMax).map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines repeat, and their order never changes
          <span key={index} className={others.has(line) ? undefined : classes.changed}>
            {line}
            {'\n'}
          </span>
        ))}
        {lines.length > linesMax && `${(lines.length - linesMax).toLocaleString('en')} more lines`}
      </Code>
    </div>
  )
}

/** Splits a body for comparison: JSON on one line is compared member by member, and binary data by lines of hex. */
function toLines({ encoding, content }: BodyDetail): string[] {
  if (encoding === 'base64') return toHex(content).split('\n')
  try {
    return JSON.stringify(parseJson(content), undefined, 2).split('\n')
  } catch {
    return content.split('\n')
  }
}

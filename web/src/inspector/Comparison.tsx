import type { ReplayAnswer, RequestDetail } from '@culvert/agent/inspection'
import { Button } from '@mantine/core'
import { Notice } from '../ui/Notice.tsx'
import { formatDuration, statusText } from './looks.ts'
import classes from './Inspector.module.css'

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
      title={isSame ? 'The same status and body came back.' : 'Another answer came back.'}
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
          <Answer title="Before" text={original.responseBody.content} other={repeated.responseBody.content} />
          <Answer title="Now" text={repeated.responseBody.content} other={original.responseBody.content} />
        </div>
      )}
    </Notice>
  )
}

/** Lines of one answer that are compared. */
const linesMax = 200

function Answer({ title, text, other }: { title: string; text: string; other: string }) {
  const lines = toLines(text)
  const others = new Set(toLines(other))
  return (
    <div>
      <h3>{title}</h3>
      <pre className={classes.code}>
        {lines.slice(0, linesMax).map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key
          <span key={index} className={others.has(line) ? undefined : classes.changed}>
            {line}
            {'\n'}
          </span>
        ))}
      </pre>
    </div>
  )
}

/** JSON on one line is compared member by member. */
function toLines(text: string): string[] {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2).split('\n')
  } catch {
    return text.split('\n')
  }
}

import { formatDate, formatDateTime, formatShortDateTime } from './format.ts'
import classes from './When.module.css'

interface WhenProps {
  iso: string
  /** The precision. The exact time is always available on hover. */
  as?: 'date' | 'short-time' | 'time'
}

const formats = { date: formatDate, 'short-time': formatShortDateTime, time: formatDateTime }

/** A moment. */
export function When({ iso, as = 'date' }: WhenProps) {
  return (
    <time className={classes.root} dateTime={iso} title={formatDateTime(iso)}>
      {formats[as](iso)}
    </time>
  )
}

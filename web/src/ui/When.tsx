import { formatDate, formatDateTime, formatShortDateTime } from './format.ts'

interface WhenProps {
  iso: string
  /** The precision. The exact time is always available on hover. */
  as?: 'date' | 'short-time' | 'time'
}

const formats = { date: formatDate, 'short-time': formatShortDateTime, time: formatDateTime }

/** A moment, read at one glance: it never breaks across lines. */
export function When({ iso, as = 'date' }: WhenProps) {
  return (
    <time style={{ whiteSpace: 'nowrap' }} dateTime={iso} title={formatDateTime(iso)}>
      {formats[as](iso)}
    </time>
  )
}

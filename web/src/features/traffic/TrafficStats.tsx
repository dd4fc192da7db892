import type { ReactNode } from 'react'
import { formatElapsed } from '../requests/looks.ts'
import { formatBytes, formatCount, formatPercent } from '../../ui/format.ts'
import { StatStrip } from '../../ui/StatStrip.tsx'
import { sumSteps } from './traffic.ts'
import type { TrafficView } from './useTraffic.ts'

/** The figures of a range, next to a status. */
export function TrafficStats({ status, view }: { status: ReactNode; view: TrafficView }) {
  const { account, range } = view
  const traffic = account?.traffic
  const sum = traffic && sumSteps(traffic)
  return (
    <StatStrip
      stats={[
        { label: 'Status', value: status },
        {
          label: 'Requests',
          value: sum && formatCount(sum.requests),
          note: `in ${range.label}${sum ? `, ${formatBytes(sum.bytesOut)} out` : ''}`,
        },
        {
          label: 'Success rate',
          value: sum && (sum.requests === 0 ? '–' : formatPercent(1 - sum.failed / sum.requests)),
          note: 'answered below 500',
        },
        {
          label: 'Typical duration',
          value: traffic && elapsed(traffic.p50Ms),
          note: traffic && `95 of 100 within ${elapsed(traffic.p95Ms)}`,
        },
      ]}
    />
  )
}

function elapsed(ms: number | null): string {
  return ms === null ? '–' : formatElapsed(ms)
}

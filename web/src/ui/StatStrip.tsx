import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './StatStrip.module.css'

/** One figure with its name. */
export interface Stat {
  label: string
  /** Undefined while it loads. */
  value: ReactNode
  /** What the figure counts, briefly. */
  note?: ReactNode
}

/** A row of figures, divided by hairlines. */
export function StatStrip({ stats }: { stats: Stat[] }) {
  return (
    <dl className={classes.root}>
      {stats.map(({ label, value, note }) => (
        <div key={label} className={classes.stat}>
          <dt className={classes.label}>{label}</dt>
          <dd className={classes.value}>{value ?? <Skeleton height={26} width={44} my={5} />}</dd>
          {note && <dd className={classes.note}>{note}</dd>}
        </div>
      ))}
    </dl>
  )
}

import { Skeleton, Text, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatCount } from './format.ts'
import { unlimited } from './limits.ts'
import { Panel } from './Panel.tsx'
import classes from './UsageCard.module.css'

interface UsageCardProps {
  title: string
  /** Undefined while it loads. */
  used: number | undefined
  /** -1 means unlimited; undefined while it loads. */
  limit: number | undefined
  /** A sentence under the bar. */
  children?: ReactNode
}

/** How much of a plan's limit is used. The bar never passes 100 %, and is left out without a limit. */
export function UsageCard({ title, used, limit, children }: UsageCardProps) {
  const loaded = used !== undefined && limit !== undefined
  return (
    <Panel title={title} aside={loaded && <Figure used={used} limit={limit} />}>
      {!loaded && <Skeleton className={classes.track} />}
      {loaded && limit !== unlimited && <UsageBar label={title} used={used} limit={limit} />}
      {children && (
        <Text component="div" size="sm" c="dimmed" mt="sm">
          {children}
        </Text>
      )}
    </Panel>
  )
}

function Figure({ used, limit }: { used: number; limit: number }) {
  return (
    <Text className={classes.figure}>
      <strong>{formatCount(used)}</strong> of {limit === unlimited ? 'unlimited' : formatCount(limit)}
    </Text>
  )
}

function UsageBar({ label, used, limit }: { label: string; used: number; limit: number }) {
  const percent = limit > 0 ? Math.min(100, (used / limit) * 100) : 100
  return (
    <>
      <VisuallyHidden>
        <meter aria-label={label} min={0} max={limit} value={used} />
      </VisuallyHidden>
      <div className={classes.track} aria-hidden="true">
        <div className={classes.fill} data-full={percent >= 100} style={{ inlineSize: `${percent}%` }} />
      </div>
    </>
  )
}

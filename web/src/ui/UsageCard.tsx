import { unlimited } from '@culvert/schema/units'
import { Box, Skeleton, Text, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatCount, formatDay, formatPercent } from './format.ts'
import { IconAlert } from './icons.ts'
import { findLimitWarning, getResetDay } from './limits.ts'
import { Panel } from './Panel.tsx'
import classes from './UsageCard.module.css'
import { useNow } from './useNow.ts'

const renewMs = 60_000

interface UsageCardProps {
  title: string
  /** Undefined while it loads. */
  used: number | undefined
  /** -1 means unlimited; undefined while it loads. */
  limit: number | undefined
  /** Formats the figures; whole numbers by default. */
  format?: (value: number) => string
  /** Formats the limit; by default like the figures. */
  formatLimit?: (limit: number) => string
  /** Whether the count starts over each month. Otherwise it is the current number. */
  monthly?: boolean
  /** A sentence under the bar. */
  children?: ReactNode
}

/**
 * Shows how much of a plan's limit is used, with a warning from 80 %, and when the count starts over. The bar never exceeds
 * 100 %, and is omitted if there is no limit.
 */
export function UsageCard(props: UsageCardProps) {
  const { title, used, limit, format = formatCount, formatLimit = format, monthly, children } = props
  const loaded = used !== undefined && limit !== undefined
  return (
    <Panel
      title={title}
      aside={loaded && <Figure used={format(used)} limit={limit === unlimited ? undefined : formatLimit(limit)} />}
    >
      {!loaded && <Skeleton className={classes.track} />}
      {loaded && limit !== unlimited && <UsageBar label={title} used={used} limit={limit} />}
      {loaded && <Warning used={used} limit={limit} monthly={monthly} />}
      {monthly && <Reset />}
      {children && (
        <Text component="div" size="sm" c="dimmed" mt="sm">
          {children}
        </Text>
      )}
    </Panel>
  )
}

function Figure({ used, limit }: { used: string; limit: string | undefined }) {
  return (
    <Text className={classes.figure}>
      <strong>{used}</strong>
      {limit === undefined ? ', unlimited' : ` of ${limit}`}
    </Text>
  )
}

function Reset() {
  return (
    <Text size="sm" c="dimmed" mt="sm">
      This month. Resets on {formatDay(getResetDay(useNow(renewMs)))} (UTC).
    </Text>
  )
}

interface WarningProps {
  used: number
  limit: number
  monthly: boolean | undefined
}

function Warning({ used, limit, monthly }: WarningProps) {
  const warning = findLimitWarning(used, limit)
  return (
    <Box component="output" display="block">
      {warning && (
        <span className={classes.warning}>
          <IconAlert size={16} aria-hidden />
          {warning === 'near'
            ? `${formatPercent(used / limit)} of the limit is used.`
            : 'The limit of your plan is reached.'}
          {!monthly && ' It counts what you have now, so it does not reset.'}
        </span>
      )}
    </Box>
  )
}

function UsageBar({ label, used, limit }: { label: string; used: number; limit: number }) {
  const share = limit > 0 ? used / limit : Number(used > 0)
  const percent = Math.min(100, share * 100)
  return (
    <>
      <VisuallyHidden>
        <meter aria-label={label} min={0} max={limit} value={used} />
      </VisuallyHidden>
      <div className={classes.track} aria-hidden="true">
        <div
          className={classes.fill}
          data-warning={findLimitWarning(used, limit)}
          style={{ inlineSize: `${percent}%` }}
        />
      </div>
    </>
  )
}

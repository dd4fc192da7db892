import { ActionIcon } from '@mantine/core'
import type { ComponentProps } from 'react'
import { IconBell } from '../../ui/icons.ts'
import classes from './BellButton.module.css'

interface BellButtonProps extends Omit<ComponentProps<'button'>, 'color' | 'style'> {
  unread: number
}

/** Larger counts are shown as 99+. */
const shownMax = 99

/** The button for the notices, with the number of unread ones. */
export function BellButton({ unread, ...props }: BellButtonProps) {
  const label = unread === 0 ? 'Notices' : `Notices, ${unread} unread`
  return (
    <ActionIcon size="lg" aria-label={label} title={label} pos="relative" {...props}>
      <IconBell size={18} stroke={1.7} aria-hidden />
      {unread > 0 && (
        <span className={classes.count} aria-hidden="true">
          {unread > shownMax ? `${shownMax}+` : unread}
        </span>
      )}
    </ActionIcon>
  )
}

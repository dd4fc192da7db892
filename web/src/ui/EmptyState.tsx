import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Icon } from './icons.ts'
import classes from './EmptyState.module.css'

interface EmptyStateProps {
  icon: Icon
  title: string
  /** What to do next. */
  description: ReactNode
  /** The button or command that does it. */
  children?: ReactNode
}

/** Shown while a list has no items: an arch without a stream. */
export function EmptyState({ icon: StateIcon, title, description, children }: EmptyStateProps) {
  return (
    <div className={classes.root}>
      <div className={classes.arch}>
        <StateIcon size={26} stroke={1.6} aria-hidden />
      </div>
      <Title order={3}>{title}</Title>
      <Text size="sm" c="dimmed" maw="26rem">
        {description}
      </Text>
      {children && <div className={classes.action}>{children}</div>}
    </div>
  )
}

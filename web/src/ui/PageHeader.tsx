import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './PageHeader.module.css'

interface PageHeaderProps {
  title: string
  description?: ReactNode
  /** Buttons at the end of the line. */
  actions?: ReactNode
}

/** The head of a screen: its one `h1`, a sentence about it, and what can be done. */
export function PageHeader({ title, description, actions }: PageHeaderProps) {
  return (
    <header className={classes.root}>
      <div className={classes.words}>
        <Title order={1}>{title}</Title>
        {description && (
          <Text c="dimmed" mt={6}>
            {description}
          </Text>
        )}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  )
}

import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Screen.module.css'
import { useTitle } from './useSite.ts'

interface ScreenProps {
  title: string
  /** What the browser's tab says, where that is something else. */
  tabTitle?: string
  description?: ReactNode
  /** Buttons at the end of the line. */
  actions?: ReactNode
  /** Shown instead of the content. */
  failure?: ReactNode
  children: ReactNode
}

/** A screen of the dashboard: its only `h1`, a description, its actions, and what stands below. */
export function Screen({ title, tabTitle = title, description, actions, failure, children }: ScreenProps) {
  useTitle(tabTitle)
  return (
    <>
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
      {failure ?? children}
    </>
  )
}

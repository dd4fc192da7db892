import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './PublicPage.module.css'
import { useTitle } from './useSite.ts'

interface PublicPageProps {
  title: string
  /** What the browser's tab says, where that is something else. */
  tabTitle?: string
  description?: ReactNode
  /** Keeps lines short, for prose. */
  narrow?: boolean
  children: ReactNode
}

/** The content of a public page, below its header. */
export function PublicPage({ title, tabTitle = title, description, narrow, children }: PublicPageProps) {
  useTitle(tabTitle)
  return (
    <div className={classes.root} data-narrow={narrow}>
      <header className={classes.header}>
        <Title order={1} className={classes.title}>
          {title}
        </Title>
        {description && <p className={classes.description}>{description}</p>}
      </header>
      {children}
    </div>
  )
}

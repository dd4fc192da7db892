import { Box, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './PublicPage.module.css'
import { useTitle } from './useSite.ts'

interface PublicPageProps {
  title: string
  /** The title of the browser's tab, if different. */
  tabTitle?: string
  description?: string
  /** The description for search engines and links, if different. */
  summary?: string
  /** Keeps lines short, for prose. */
  narrow?: boolean
  children: ReactNode
}

/** The content of a public page, below its header. */
export function PublicPage(props: PublicPageProps) {
  const { title, tabTitle = title, description, summary = description, narrow, children } = props
  useTitle(tabTitle, summary)
  return (
    <div className={classes.root} data-narrow={narrow}>
      <Box component="header" maw="46rem">
        <Title order={1} className={classes.title}>
          {title}
        </Title>
        {description && <p className={classes.description}>{description}</p>}
      </Box>
      {children}
    </div>
  )
}

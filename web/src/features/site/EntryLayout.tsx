import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Brand } from './Brand.tsx'
import classes from './EntryLayout.module.css'
import { EntryPicture } from './EntryPicture.tsx'

interface EntryLayoutProps {
  title: string
  children: ReactNode
}

/** The frame of the screens before sign-in: a form beside a large picture of the logo. */
export function EntryLayout({ title, children }: EntryLayoutProps) {
  return (
    <div className={classes.root}>
      <main className={classes.form}>
        <Brand />
        <div className={classes.content}>
          <Title order={1}>{title}</Title>
          {children}
        </div>
      </main>
      <div className={classes.picture} aria-hidden="true">
        <EntryPicture />
      </div>
    </div>
  )
}

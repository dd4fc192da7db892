import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './MessageScreen.module.css'

interface MessageScreenProps {
  title: string
  description: ReactNode
  /** The way on. */
  children?: ReactNode
}

/** A window with one message: nothing here, or something broke. */
export function MessageScreen({ title, description, children }: MessageScreenProps) {
  return (
    <main className={classes.root}>
      <svg className={classes.picture} viewBox="0 0 240 120" fill="none" strokeLinecap="round" aria-hidden="true">
        <path d="M60 92V70a60 60 0 0 1 120 0v22" stroke="var(--line-strong)" strokeWidth="10" />
        <path d="M92 92V74a28 28 0 0 1 56 0v18" stroke="var(--line)" strokeWidth="4" />
        <path
          d="M8 106h18m14 0h18m14 0h18m14 0h18m14 0h18m14 0h18m14 0h18m14 0h12"
          stroke="var(--accent)"
          strokeWidth="5"
        />
      </svg>
      <Title order={1}>{title}</Title>
      <Text c="dimmed" maw="28rem">
        {description}
      </Text>
      {children && <div className={classes.actions}>{children}</div>}
    </main>
  )
}

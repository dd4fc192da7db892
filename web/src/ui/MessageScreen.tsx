import { Box, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { CopyableValue } from './CopyableValue.tsx'
import classes from './MessageScreen.module.css'

interface MessageScreenProps {
  title: string
  description: ReactNode
  /** What to do next. */
  children?: ReactNode
  /** Whether it is within the dashboard's layout, which already has the page's `main` element. */
  framed?: boolean
  /** Draws the stream flowing: all is well. */
  flowing?: boolean
  /** The id by which the operator finds the request in the log. */
  requestId?: string
}

/** A window with one message, such as an unknown address or a fault. */
export function MessageScreen({ title, description, children, framed, flowing, requestId }: MessageScreenProps) {
  const Root = framed ? 'div' : 'main'
  return (
    <Root className={classes.root} data-framed={framed}>
      <svg className={classes.picture} viewBox="0 0 240 124" fill="none" strokeLinecap="round" aria-hidden="true">
        <path
          d="M60 92V70a60 60 0 0 1 120 0v22"
          stroke={flowing ? 'var(--accent-line)' : 'var(--line-strong)'}
          strokeWidth="10"
        />
        <path d="M92 92V74a28 28 0 0 1 56 0v18" stroke="var(--line)" strokeWidth="4" />
        {flowing ? (
          <path d="M10 108c18-15 37-15 55 0s37 15 55 0 37-15 55 0 37 15 55 0" stroke="var(--accent)" strokeWidth="5" />
        ) : (
          <path d="M15 108h210" stroke="var(--accent)" strokeWidth="5" strokeDasharray="18 14" />
        )}
      </svg>
      <Title order={1}>{title}</Title>
      <Text c="dimmed" maw="28rem">
        {description}
      </Text>
      {children && <div className={classes.actions}>{children}</div>}
      {requestId && (
        <Box component="p" m="1.5rem 0 0" c="dimmed" fz="xs">
          Request id: <CopyableValue value={requestId} label="request id" />
        </Box>
      )}
    </Root>
  )
}

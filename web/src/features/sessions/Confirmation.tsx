import { Text } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { EntryLayout } from '../site/EntryLayout.tsx'

interface ConfirmationProps {
  title: string
  children: ReactNode
  /** The page that it leads to. */
  to: string
  afterMs: number
}

/** Shows that something was done, then goes to another page. */
export function Confirmation({ title, children, to, afterMs }: ConfirmationProps) {
  const navigate = useNavigate()
  useTimeout(() => void navigate(to, { replace: true }), afterMs, { autoInvoke: true })
  return (
    <EntryLayout title={title}>
      <Text component="output">{children}</Text>
    </EntryLayout>
  )
}

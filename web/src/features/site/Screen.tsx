import { Box, Group, Text, Title } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import { useTitle } from './useSite.ts'

interface ScreenProps {
  title: string
  /** The title of the browser's tab, if different. */
  tabTitle?: string
  description?: ReactNode
  /** Buttons at the end of the line. */
  actions?: ReactNode
  /** Shown instead of the content. */
  failure?: ReactElement | undefined
  children: ReactNode
}

/** A screen of the dashboard: its only `h1`, a description, its actions, and its content. */
export function Screen({ title, tabTitle = title, description, actions, failure, children }: ScreenProps) {
  useTitle(tabTitle)
  return (
    <>
      <Group component="header" justify="space-between" align="flex-end" gap="1rem 2rem">
        <Box flex="1 1 20rem" miw={0} maw="44rem">
          <Title order={1}>{title}</Title>
          {description && (
            <Text c="dimmed" mt={6}>
              {description}
            </Text>
          )}
        </Box>
        {actions && <Group gap="0.5rem">{actions}</Group>}
      </Group>
      {failure ?? children}
    </>
  )
}

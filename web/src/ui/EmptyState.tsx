import { Box, Stack, Text, Title } from '@mantine/core'
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
    <Stack align="center" gap="0.375rem" px="1.25rem" py="2.5rem" ta="center">
      <div className={classes.arch}>
        <StateIcon size={26} stroke={1.6} aria-hidden />
      </div>
      <Title order={3}>{title}</Title>
      <Text size="sm" c="dimmed" maw="26rem">
        {description}
      </Text>
      {children && (
        <Box w="100%" maw="40rem" mt="md" ta="start">
          {children}
        </Box>
      )}
    </Stack>
  )
}

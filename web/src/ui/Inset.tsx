import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Inset.module.css'

interface InsetProps {
  title: string
  description?: string
  children: ReactNode
}

/** A quieter part within a panel. */
export function Inset({ title, description, children }: InsetProps) {
  return (
    <div className={classes.root}>
      <Title order={3} mb={description ? undefined : 'xs'}>
        {title}
      </Title>
      {description && (
        <Text size="sm" c="dimmed" mb="md">
          {description}
        </Text>
      )}
      {children}
    </div>
  )
}

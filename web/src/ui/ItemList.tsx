import { Box, Group, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './ItemList.module.css'

/** A list of items, each with room for details and buttons. */
export function ItemList({ label, children }: { label: string; children: ReactNode }) {
  return <ul aria-label={label}>{children}</ul>
}

/** The content of an item. */
export interface ItemProps {
  title: ReactNode
  /** Badges beside the title. */
  tags?: ReactNode
  /** A quiet line under the title. */
  description?: ReactNode
  /** Buttons at the end of the title line. */
  actions?: ReactNode
  /** Details below. */
  children?: ReactNode
}

/** One item of a list. */
export function Item({ title, tags, description, actions, children }: ItemProps) {
  return (
    <li className={classes.item}>
      <Group justify="space-between" align="flex-start" gap="0.5rem 1rem">
        <Box flex="1 1 14rem" miw={0}>
          <TitleLine title={title} tags={tags} />
          {description && (
            <Box c="dimmed" fz="sm">
              {description}
            </Box>
          )}
        </Box>
        {actions && <Group gap="0.5rem">{actions}</Group>}
      </Group>
      {children && (
        <Stack gap="0.875rem" mt="0.875rem">
          {children}
        </Stack>
      )}
    </li>
  )
}

/** An item's title, with badges and whatever else is beside it. */
export function TitleLine({ title, tags, children }: Pick<ItemProps, 'title' | 'tags' | 'children'>) {
  return (
    <Group gap="0.375rem 0.625rem" mih="1.875rem">
      <Title order={3} miw={0} style={{ overflowWrap: 'anywhere' }}>
        {title}
      </Title>
      {tags}
      {children}
    </Group>
  )
}

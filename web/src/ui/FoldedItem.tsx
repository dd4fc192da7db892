import { Box, Stack } from '@mantine/core'
import { useState } from 'react'
import classes from './FoldedItem.module.css'
import { IconNext } from './icons.ts'
import { type ItemProps, TitleLine } from './ItemList.tsx'

interface FoldedItemProps extends Omit<ItemProps, 'description'> {
  /** A short summary of the details while they are closed. */
  summary: string
  /** Whether the details are open initially. */
  isOpen: boolean
}

/** An item of one line whose details open when it is pressed. The browser's find-in-page opens them too. */
export function FoldedItem({ title, tags, summary, actions, isOpen, children }: FoldedItemProps) {
  const [opened, setOpened] = useState(isOpen)
  return (
    <li className={classes.item}>
      <details open={opened} onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
        <summary className={classes.summary}>
          <IconNext className={classes.arrow} size={16} aria-hidden />
          <TitleLine title={title} tags={tags}>
            <Box c="dimmed" fz="sm">
              {summary}
            </Box>
          </TitleLine>
        </summary>
        <Stack gap="0.875rem" py="0.625rem">
          {children}
        </Stack>
      </details>
      {actions && <div className={classes.actions}>{actions}</div>}
    </li>
  )
}

import { Box, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Disclosure.module.css'
import { IconNext } from './icons.ts'

interface DisclosureProps {
  title: string
  /** Whether it is open initially. */
  opened?: boolean
  children: ReactNode
}

/**
 * Details that only some readers need, closed until the title is pressed, unless stated otherwise. The browser's find-in-page opens them too.
 */
export function Disclosure({ title, opened, children }: DisclosureProps) {
  return (
    <details className={classes.root} open={opened}>
      <summary className={classes.summary}>
        <IconNext className={classes.arrow} size={16} aria-hidden />
        <Title order={3}>{title}</Title>
      </summary>
      <Box mt="1rem">{children}</Box>
    </details>
  )
}

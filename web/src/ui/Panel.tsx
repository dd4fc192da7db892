import { Text, Title } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import classes from './Panel.module.css'

interface PanelProps {
  title?: string
  description?: ReactNode
  /** Buttons or figures at the end of the title line. */
  aside?: ReactNode
  /** Lets the content touch the border, for tables. */
  flush?: boolean
  children: ReactNode
}

/** A bordered section of a screen with its own title. */
export function Panel({ title, description, aside, flush, children }: PanelProps) {
  const titleId = useId()
  return (
    <section className={classes.root} aria-labelledby={title ? titleId : undefined}>
      {title && (
        <header className={classes.header}>
          <div>
            <Title order={2} id={titleId}>
              {title}
            </Title>
            {description && (
              <Text size="sm" c="dimmed" mt={2}>
                {description}
              </Text>
            )}
          </div>
          {aside}
        </header>
      )}
      <div className={flush ? classes.flush : classes.body}>{children}</div>
    </section>
  )
}

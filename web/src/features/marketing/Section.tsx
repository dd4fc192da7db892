import { Box, Title } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import classes from './Section.module.css'

interface SectionProps {
  /** The target of an address with a hash. */
  id?: string
  title: string
  description?: ReactNode
  /** Gives it a tinted background. */
  tinted?: boolean
  children: ReactNode
}

/** A part of a public page, as wide as the window. */
export function Section({ id, title, description, tinted, children }: SectionProps) {
  const titleId = useId()
  return (
    <section className={classes.root} id={id} aria-labelledby={titleId} data-tinted={tinted}>
      <div className={classes.content}>
        <Box component="header" maw="42rem" mb="2.5rem">
          <Title order={2} className={classes.title} id={titleId}>
            {title}
          </Title>
          {description && <p className={classes.description}>{description}</p>}
        </Box>
        {children}
      </div>
    </section>
  )
}

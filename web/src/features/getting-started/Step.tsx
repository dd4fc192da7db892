import { Skeleton, Text, Title, VisuallyHidden } from '@mantine/core'
import { Suspense, useState, type ReactNode } from 'react'
import { IconCheck, IconNext } from '../../ui/icons.ts'
import classes from './Step.module.css'

interface StepProps {
  number: number
  title: string
  description: ReactNode
  done: boolean
  /** About how high the content is, in pixels: nothing moves when it comes. */
  height: number
  /** Drawn once it is opened. */
  children: ReactNode
}

/** One step of a list, with its state: closed where it was done before. A line that fills as they are done joins them. */
export function Step({ number, title, description, done, height, children }: StepProps) {
  // What gets done while the reader is at it does not close under them.
  const [opened] = useState(!done)
  const [isWanted, setWanted] = useState(opened)
  return (
    <li className={classes.step} data-done={done}>
      <span className={classes.marker} aria-hidden="true">
        {done ? <IconCheck size={17} stroke={2.4} /> : number}
      </span>
      <details
        className={classes.details}
        open={opened}
        onToggle={(event) => event.currentTarget.open && setWanted(true)}
      >
        <summary className={classes.header}>
          <Title order={2}>
            {title}
            <VisuallyHidden>{done ? ' (done)' : ' (to do)'}</VisuallyHidden>
          </Title>
          <IconNext className={classes.arrow} size={18} aria-hidden />
        </summary>
        <Text c="dimmed" size="sm" maw="40rem">
          {description}
        </Text>
        <div className={classes.content}>
          {isWanted && <Suspense fallback={<Skeleton height={height} radius="md" />}>{children}</Suspense>}
        </div>
      </details>
    </li>
  )
}

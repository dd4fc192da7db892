import { Skeleton, Text, Title, VisuallyHidden } from '@mantine/core'
import { Suspense, useState, type ReactNode } from 'react'
import { IconCheck, IconNext } from '../../ui/icons.ts'
import classes from './Step.module.css'

interface StepProps {
  number: number
  title: string
  description: ReactNode
  done: boolean
  /** The approximate height of the content, in pixels, so that nothing moves when it appears. */
  height: number
  /** Drawn once it is opened. */
  children: ReactNode
}

/** One step of a list, with its state: closed if it was done before. A line that fills as steps are done connects them. */
export function Step({ number, title, description, done, height, children }: StepProps) {
  // A step that is completed while the reader works on it does not close.
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

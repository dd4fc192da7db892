import { Text, Title, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconCheck } from '../../ui/icons.ts'
import classes from './Step.module.css'

interface StepProps {
  number: number
  title: string
  description: ReactNode
  done: boolean
  children: ReactNode
}

/** One step of a list, with its state. A line that fills as they are done joins them. */
export function Step({ number, title, description, done, children }: StepProps) {
  return (
    <li className={classes.step} data-done={done}>
      <span className={classes.marker} aria-hidden="true">
        {done ? <IconCheck size={17} stroke={2.4} /> : number}
      </span>
      <div className={classes.header}>
        <Title order={2}>
          {title}
          <VisuallyHidden>{done ? ' (done)' : ' (to do)'}</VisuallyHidden>
        </Title>
        <Text c="dimmed" size="sm" mt={2} maw="40rem">
          {description}
        </Text>
      </div>
      <div className={classes.content}>{children}</div>
    </li>
  )
}

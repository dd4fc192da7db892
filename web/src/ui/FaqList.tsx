import { Title } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import classes from './FaqList.module.css'

/** A frequently asked question, and the answer. */
export interface FaqEntry {
  question: string
  answer: ReactNode
}

/** Questions with their answers, all visible. */
export function FaqList({ entries }: { entries: FaqEntry[] }) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId}>
      <Title order={2} id={titleId} mb="lg">
        Frequently asked questions
      </Title>
      <div className={classes.entries}>
        {entries.map(({ question, answer }) => (
          <div key={question}>
            <Title order={3}>{question}</Title>
            <p className={classes.answer}>{answer}</p>
          </div>
        ))}
      </div>
    </section>
  )
}

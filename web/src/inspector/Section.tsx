import type { Field } from '@culvert/agent/inspection'
import type { ReactNode } from 'react'
import classes from './Inspector.module.css'

interface SectionProps {
  title: string
  fields: readonly Field[]
  children: ReactNode
}

/** One side of an exchange: its header fields, then its body. */
export function Section({ title, fields, children }: SectionProps) {
  return (
    <section className={classes.side}>
      <h3>{title}</h3>
      <details open>
        <summary>
          {fields.length} header {fields.length === 1 ? 'field' : 'fields'}
        </summary>
        <dl className={classes.fields}>
          {fields.map(([name, value], index) => (
            // A name may come several times, and fields have no other key.
            // oxlint-disable-next-line react/no-array-index-key
            <div key={`${name}${index}`}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
      {children}
    </section>
  )
}

import { formatCount } from '@culvert/schema/units'
import type { Field } from '@culvert/agent/inspection'
import type { ReactNode } from 'react'
import { FieldList } from './FieldList.tsx'
import classes from './Exchange.module.css'

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
        <summary>{formatCount(fields.length, 'header field')}</summary>
        <FieldList fields={fields} />
      </details>
      {children}
    </section>
  )
}

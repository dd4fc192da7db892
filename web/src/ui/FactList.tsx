import type { ReactNode } from 'react'
import classes from './FactList.module.css'

/** One named fact; left out if it has no value. */
export interface Fact {
  name: string
  value: ReactNode
}

/** Names and values in two columns. */
export function FactList({ facts }: { facts: Fact[] }) {
  return (
    <dl className={classes.root}>
      {facts.filter(hasValue).map(({ name, value }) => (
        <div key={name} className={classes.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const hasValue = ({ value }: Fact) => value !== null && value !== undefined && value !== false

import { Initials } from './Initials.tsx'
import classes from './Person.module.css'
import { TwoLines } from './TwoLines.tsx'

interface PersonProps {
  name: string
  /** A quieter line under the name, for example the e-mail address. */
  detail?: string
}

/** A person with an avatar of their initials. */
export function Person({ name, detail }: PersonProps) {
  return (
    <span className={classes.root}>
      <Initials name={name} />
      <TwoLines first={<strong>{name}</strong>} second={detail} />
    </span>
  )
}

import { Fragment } from 'react'
import { Breakable } from './Breakable.tsx'
import classes from './Command.module.css'

/** A command in terminal style. Lines break before an option, so that it stays with its value. */
export function Command({ children }: { children: string }) {
  return children.split(/ (?=--)/).map((part, index) => (
    <Fragment key={part}>
      {index > 0 && ' '}
      <CommandPart part={part} />
    </Fragment>
  ))
}

function CommandPart({ part }: { part: string }) {
  const option = /^--\S+/.exec(part)?.[0] ?? ''
  return (
    <span className={classes.part}>
      {option && <span className={classes.option}>{option}</span>}
      <Breakable>{part.slice(option.length)}</Breakable>
    </span>
  )
}

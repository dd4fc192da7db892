import classes from './Initials.module.css'

/** The initials of a person. */
export function Initials({ name }: { name: string }) {
  const letters = name
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .slice(0, 2)
  return (
    <span className={classes.root} aria-hidden="true">
      {letters}
    </span>
  )
}

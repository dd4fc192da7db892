import classes from './Initials.module.css'

/** A person as the first letters of their names. */
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

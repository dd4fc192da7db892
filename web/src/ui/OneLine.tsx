import classes from './OneLine.module.css'

interface OneLineProps {
  text: string
  /** The whole text shows on hover by other means. */
  untitled?: boolean
}

/** A name in a table: on one line, cut where it is too long, and whole on hover. Where the table is a list of cards, it wraps. */
export function OneLine({ text, untitled }: OneLineProps) {
  return (
    <span className={classes.root} title={untitled ? undefined : text}>
      {text}
    </span>
  )
}

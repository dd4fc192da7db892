import classes from './OneLine.module.css'

interface OneLineProps {
  text: string
  /** Something else tells the whole text on hover. */
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

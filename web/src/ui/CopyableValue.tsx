import { Breakable } from './Breakable.tsx'
import { CopyButton } from './CopyButton.tsx'
import classes from './CopyableValue.module.css'

interface CopyableValueProps {
  value: string
  /** What it is, for example `hostname`. */
  label: string
  /** Tells the copy button from others for the same kind; the value if omitted. */
  name?: string
  /** Makes the value a link that opens in a new tab. */
  href?: string
}

/** A hostname, address or id in monospace, with a copy button. */
export function CopyableValue({ value, label, name = value, href }: CopyableValueProps) {
  return (
    <span className={classes.root}>
      {href ? (
        // Named by its value, because a place to break must not be read as a space.
        <a className={classes.value} href={href} target="_blank" rel="noreferrer" aria-label={value}>
          <Breakable>{value}</Breakable>
        </a>
      ) : (
        <span className={classes.value}>
          <Breakable>{value}</Breakable>
        </span>
      )}
      <CopyButton value={value} label={`${label} ${name}`} />
    </span>
  )
}

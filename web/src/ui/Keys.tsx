import { Fragment } from 'react'
import classes from './Keys.module.css'

/** Keys that are pressed together or one after the other. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className={classes.root}>
      {keys.map((key, index) => (
        <Fragment key={key + String(index)}>
          {index > 0 && ' '}
          <kbd className={classes.key}>{key}</kbd>
        </Fragment>
      ))}
    </span>
  )
}

/** The keys that open the command palette, as this machine's keyboard names them. */
export function getPaletteKeys(): readonly string[] {
  return [/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl', 'K']
}

import classes from './SkipLink.module.css'

/** The first tab stop: skips the navigation and goes to the element with the id `content`. */
export function SkipLink() {
  return (
    <a className={classes.root} href="#content">
      Skip to content
    </a>
  )
}

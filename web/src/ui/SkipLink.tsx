import classes from './SkipLink.module.css'

/** The first stop of the keyboard: past the navigation, to the element with the id `content`. */
export function SkipLink() {
  return (
    <a className={classes.root} href="#content">
      Skip to content
    </a>
  )
}

import dark from './images/agents-dark.webp'
import light from './images/agents-light.webp'
import phoneDark from './images/agents-phone-dark.webp'
import phoneLight from './images/agents-phone-light.webp'
import classes from './ProductPicture.module.css'

/** A screenshot of the dashboard in the reader's colour scheme and screen size. The browser loads only that one. */
export function ProductPicture() {
  return (
    <div className={classes.root}>
      <Picture className={classes.light} wide={light} narrow={phoneLight} />
      <Picture className={classes.dark} wide={dark} narrow={phoneDark} />
    </div>
  )
}

function Picture({ className, wide, narrow }: { className: string | undefined; wide: string; narrow: string }) {
  return (
    <picture className={className}>
      <source media="(max-width: 36em)" srcSet={narrow} width={720} height={1472} />
      <img
        src={wide}
        alt="The Agents page: figures, and running agents with their public URLs"
        width={1280}
        height={982}
        loading="lazy"
      />
    </picture>
  )
}

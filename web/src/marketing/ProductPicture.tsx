import dark from './images/agents-dark.webp'
import light from './images/agents-light.webp'
import classes from './ProductPicture.module.css'

const text = 'The Agents page: figures, one running agent with its public URL, and recent sessions'

/** A screenshot of the dashboard in the reader's colours; the other one is not loaded. */
export function ProductPicture() {
  return (
    <div className={classes.root}>
      <img className={classes.light} src={light} alt={text} width={1280} height={860} loading="lazy" />
      <img className={classes.dark} src={dark} alt={text} width={1280} height={860} loading="lazy" />
    </div>
  )
}

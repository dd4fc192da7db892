import html from 'virtual:api-reference'
import proseClasses from '../../ui/Prose.module.css'
import classes from './ApiReference.module.css'

/** Every operation and type of the API. The build generates the HTML from the contract, and escapes everything except names. */
export function ApiReference() {
  return <div className={`${proseClasses.root} ${classes.root}`} dangerouslySetInnerHTML={{ __html: html }} />
}

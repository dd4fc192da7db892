import { Mark } from '../../ui/Mark.tsx'
import classes from './Brand.module.css'
import { useSite } from './useSite.ts'

/** The logo with the product's name, whose space is reserved while it loads. */
export function Brand() {
  return (
    <span className={classes.root}>
      <Mark />
      <span className={classes.name}>{useSite()?.brandName}</span>
    </span>
  )
}

import { BrandMark } from './BrandMark.tsx'
import classes from './Brand.module.css'

/** The logo with the product's name, whose place is kept while it loads. */
export function Brand({ name }: { name: string | undefined }) {
  return (
    <span className={classes.root}>
      <BrandMark />
      <span className={classes.name}>{name}</span>
    </span>
  )
}

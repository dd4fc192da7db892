import classes from './PlanCards.module.css'

/** Keeps the place of the plans, so that what stands below them does not jump. */
export function PlanCardsLoading() {
  return <div className={classes.root} aria-busy="true" />
}

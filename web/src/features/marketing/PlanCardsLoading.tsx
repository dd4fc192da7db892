import classes from './PlanCards.module.css'

/** Reserves the space of the plans, so that the content below does not jump. */
export function PlanCardsLoading() {
  return <div className={classes.root} aria-busy="true" />
}

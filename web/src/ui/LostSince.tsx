import { formatAge } from './format.ts'
import classes from './LostSince.module.css'
import { useNow } from './useNow.ts'

/** Shows how long ago a connection was lost, counting up without changing its width. */
export function LostSince({ iso }: { iso: string }) {
  const now = useNow(1000)
  return <span className={classes.root}>lost {formatAge(iso, now)} ago</span>
}

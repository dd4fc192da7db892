import { useServerReachable } from '../graphql/ConnectionProvider.tsx'
import { useOnline } from '../network/useOnline.ts'
import { IconOffline } from '../ui/icons.ts'
import classes from './ConnectionBanner.module.css'

/** Warns while the API cannot be reached. */
export function ConnectionBanner() {
  const online = useOnline()
  const reachable = useServerReachable()
  return (
    <output>
      {(!online || !reachable) && (
        <span className={classes.root}>
          <IconOffline size={16} aria-hidden />
          {online
            ? 'The server cannot be reached. What you see may be out of date. Trying again.'
            : 'You are offline. What you see may be out of date.'}
        </span>
      )}
    </output>
  )
}

import { Loader } from '@mantine/core'
import { useEffect, useSyncExternalStore } from 'react'
import classes from './LoadingScreen.module.css'
import { beginWaiting, isSeen, listen } from './spinner.ts'

/** An empty window, with the spinner once loading takes a while. */
export function LoadingScreen({ label }: { label: string }) {
  useEffect(beginWaiting, [])
  return <output className={classes.root} aria-label={label} />
}

/** The spinner of all loading screens, over the whole window. It keeps turning when one follows another. */
export function Spinner() {
  if (!useSyncExternalStore(listen, isSeen, isSeen)) return null
  return (
    <div className={classes.spinner}>
      <Loader type="dots" aria-hidden />
    </div>
  )
}

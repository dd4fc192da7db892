import { useReactiveVar } from '@apollo/client/react'
import { Button } from '@mantine/core'
import { versionIsGone } from '../network/chunks.ts'
import classes from './ConnectionBanner.module.css'

/** Tells the reader that the server has a newer version. */
export function VersionBanner() {
  const isGone = useReactiveVar(versionIsGone)
  return (
    <output>
      {isGone && (
        <span className={classes.root}>
          A newer version was installed, and your version of this part is gone.
          <Button variant="default" size="compact-xs" onClick={() => location.reload()}>
            Load again
          </Button>
        </span>
      )}
    </output>
  )
}

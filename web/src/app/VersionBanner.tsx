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
          A part of this page is missing, because a newer version was installed.
          <Button variant="default" size="compact-xs" onClick={() => location.reload()}>
            Reload
          </Button>
        </span>
      )}
    </output>
  )
}

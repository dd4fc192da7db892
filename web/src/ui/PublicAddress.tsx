import { Button } from '@mantine/core'
import { CopyableValue } from './CopyableValue.tsx'
import { IconExternal } from './icons.ts'
import classes from './PublicAddress.module.css'

/** A public URL in large type, to open and to copy. */
export function PublicAddress({ url }: { url: string }) {
  return (
    <div className={classes.root}>
      <span className={classes.url}>
        <CopyableValue value={url} label="public URL" href={url} />
      </span>
      <Button
        component="a"
        href={url}
        target="_blank"
        rel="noreferrer"
        size="xs"
        rightSection={<IconExternal size={15} aria-hidden />}
      >
        Open
      </Button>
    </div>
  )
}

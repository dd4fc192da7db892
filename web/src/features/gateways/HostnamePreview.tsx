import { Breakable } from '../../ui/Breakable.tsx'
import classes from './HostnamePreview.module.css'

interface HostnamePreviewProps {
  /** The part the reader chooses; a placeholder stands for it while it is empty. */
  prefix: string
  /** The part that is fixed, with its separators, for example `-ada.culvert.localhost`. */
  rest: string
}

/** A preview of a hostname, with the chosen part highlighted. */
export function HostnamePreview({ prefix, rest }: HostnamePreviewProps) {
  return (
    <output className={classes.root} aria-label="Hostname">
      <span className={prefix ? classes.prefix : classes.placeholder}>{prefix || 'prefix'}</span>
      <Breakable>{rest}</Breakable>
    </output>
  )
}

import { Breakable } from './Breakable.tsx'
import { IconDevice, IconVisitors } from './icons.ts'
import classes from './TunnelDiagram.module.css'

/** Whether an agent holds the tunnel open. */
export type TunnelState = 'waiting' | 'opening' | 'connected' | 'lost'

interface TunnelDiagramProps {
  state: TunnelState
  /** The public hostname. */
  hostname: string
  /** The local address. */
  origin: string
  /** Each change sends a ripple through the stream. */
  requestCount: number
}

/** Visitors on one side, the reader's machine on the other, and the stream through the arch in between. */
export function TunnelDiagram({ state, hostname, origin, requestCount }: TunnelDiagramProps) {
  return (
    <div className={classes.root} data-state={state} aria-hidden="true">
      <div className={classes.side}>
        <IconVisitors size={20} stroke={1.6} />
        <span>Visitors</span>
        <code>
          <Breakable>{hostname}</Breakable>
        </code>
      </div>
      <div className={classes.water}>
        <div className={classes.stream} />
        {requestCount > 0 && <span key={requestCount} className={classes.ripple} />}
        <svg className={classes.arch} viewBox="0 0 96 72" fill="none">
          <path
            className={classes.stones}
            fillRule="evenodd"
            d="M10 76V46a38 38 0 0 1 76 0v30zM20 76V46a28 28 0 0 1 56 0v30z"
          />
          <path className={classes.stones} d="M10 46h10M86 46H76M21 19l7 7M75 19l-7 7M48 8v10M10 62h10M86 62H76" />
        </svg>
      </div>
      <div className={classes.side}>
        <IconDevice size={20} stroke={1.6} />
        <span>Your machine</span>
        <code>{origin}</code>
      </div>
    </div>
  )
}

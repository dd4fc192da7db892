import type { FrameDetail } from '@culvert/agent/inspection'
import { formatBytes, formatDuration } from './looks.ts'
import classes from './Inspector.module.css'

/** The messages of a WebSocket or an event stream, in the order in which they came. */
export function Frames({ frames, dropped }: { frames: readonly FrameDetail[]; dropped: number }) {
  return (
    <section className={classes.side}>
      <h3>Messages</h3>
      {dropped > 0 && <p className={classes.soft}>{dropped} more were not kept.</p>}
      <ol className={classes.frames}>
        {frames.map(({ direction, atMs, kind, size, isTruncated, content }, index) => (
          // Messages are only added, so their place is their key.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <p className={classes.soft}>
              {direction === 'in' ? '↑ from the visitor' : '↓ from the app'} · {kind} · {formatBytes(size)} · after{' '}
              {formatDuration(atMs)}
              {isTruncated && ' · only its beginning was kept'}
            </p>
            {content !== '' && <pre className={classes.code}>{content}</pre>}
          </li>
        ))}
      </ol>
    </section>
  )
}

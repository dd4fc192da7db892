import type { FrameDetail } from '@culvert/agent/inspection'
import { formatBytes } from '../ui/format.ts'
import { Code } from './Code.tsx'
import { toHex } from './hex.ts'
import { formatDuration } from './looks.ts'
import classes from './Exchange.module.css'

/** The messages of a WebSocket or an event stream, in order of arrival. */
export function Frames({ frames, dropped }: { frames: readonly FrameDetail[]; dropped: number }) {
  return (
    <section className={classes.side}>
      <h3>Messages</h3>
      {dropped > 0 && <p className={classes.soft}>{dropped} more were not kept.</p>}
      <ol className={classes.frames}>
        {frames.map(({ direction, atMs, kind, size, isTruncated, encoding, content }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- messages are only added, so their place is their key
          <li key={index}>
            <p className={classes.soft}>
              {direction === 'in' ? '↑ from the visitor' : '↓ from the app'} · {kind} · {formatBytes(size)} · after{' '}
              {formatDuration(atMs)}
              {isTruncated && ' · only its beginning was kept'}
            </p>
            {content !== '' && (
              <Code label="Message" hasColumns={encoding === 'base64'}>
                {encoding === 'base64' ? toHex(content) : content}
              </Code>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

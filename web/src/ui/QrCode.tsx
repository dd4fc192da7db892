import { encode } from 'uqr'
import classes from './QrCode.module.css'

/** A text as a QR code, dark on light in any color scheme, because not all cameras read the inverse. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 2 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <figure aria-label={label}>
      <svg className={classes.root} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" aria-hidden>
        <path d={path} />
      </svg>
    </figure>
  )
}

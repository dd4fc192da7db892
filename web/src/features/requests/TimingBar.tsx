import { formatElapsed } from './looks.ts'
import type { RequestDetail } from './request.ts'
import classes from './Requests.module.css'

interface Part {
  name: 'waiting' | 'answering' | 'sending'
  words: string
  ms: number
}

/** Shows how long a request took, and how that time divides. */
export function TimingBar({ request }: { request: RequestDetail }) {
  const { durationMs } = request
  const parts = listParts(request)
  return (
    <div>
      <div className={classes.timing} aria-hidden>
        {parts.map(({ name, ms }) => (
          <span key={name} data-part={name} style={{ flexGrow: durationMs === 0 ? 1 : ms / durationMs }} />
        ))}
      </div>
      <ul className={classes.parts}>
        {parts.map(({ name, words, ms }) => (
          <li key={name}>
            <span className={classes.swatch} data-part={name} aria-hidden />
            {words} <strong>{formatElapsed(ms)}</strong>
          </li>
        ))}
        <li>
          In all <strong>{formatElapsed(durationMs)}</strong>
        </li>
      </ul>
    </div>
  )
}

/** Returns the parts of a request in order, as far as it got. */
function listParts({ waitingMs, firstByteMs, durationMs, answeredBy }: RequestDetail): Part[] {
  const takenMs = waitingMs ?? 0
  const parts: (Part | undefined)[] = [
    waitingMs === null ? undefined : { name: 'waiting', words: 'Until the agent took it', ms: waitingMs },
    firstByteMs === null
      ? { name: 'answering', words: 'Until the visitor left', ms: durationMs - takenMs }
      : {
          name: 'answering',
          words: answeredBy === 'APP' ? 'Until the app answered' : 'Until the edge answered',
          ms: firstByteMs - takenMs,
        },
    firstByteMs === null
      ? undefined
      : { name: 'sending', words: 'Until the answer was sent', ms: durationMs - firstByteMs },
  ]
  // Rounding may make a part slightly negative.
  return parts.flatMap((part) => (part ? [{ ...part, ms: Math.max(0, part.ms) }] : []))
}

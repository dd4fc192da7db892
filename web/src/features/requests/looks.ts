import { formatMinutes } from '../../ui/format.ts'
import { IconAlert, IconArrowRight, IconError, IconOk } from '../../ui/icons.ts'
import type { StatusLook } from '../../ui/StatusBadge.tsx'
import { formatMilliseconds } from '../diagnostics/hops.ts'
import type { RequestRow } from './request.ts'

/** The status that a visitor got. */
export function findStatusLook(request: RequestRow): StatusLook {
  const { status } = request
  const word = String(status)
  if (status >= 500 || isCutOff(request)) return { word, tone: 'danger', icon: IconError }
  if (status >= 400) return { word, tone: 'warning', icon: IconAlert }
  if (status >= 200 && status < 300) return { word, tone: 'positive', icon: IconOk }
  return { word, tone: 'neutral', icon: IconArrowRight }
}

/** Names who answered: the app, the edge with the code of its page, or no one. */
export function describeAnswerer(request: RequestRow): string {
  const { answeredBy, code } = request
  if (answeredBy === 'EDGE') return code?.replace(/^CULVERT_/, '') ?? 'Edge'
  if (answeredBy === 'NOBODY') return 'Visitor left'
  return isCutOff(request) ? 'App, cut off' : 'App'
}

/** Reports whether the visitor did not get the app's complete answer. */
export function isCutOff({ answeredBy, isComplete }: RequestRow): boolean {
  return answeredBy === 'APP' && !isComplete
}

/** Formats a duration, for example 12 ms, 1.4 s, 2 min 5 s or 1h 4m; never broken over two lines. */
export function formatElapsed(ms: number): string {
  if (ms < 999.5) return formatMilliseconds(ms)
  const seconds = ms / 1000
  if (seconds < 59.95) return `${seconds.toFixed(1)}\u00a0s`
  if (seconds >= 3600) return formatMinutes(seconds / 60).replace(' ', '\u00a0')
  const whole = Math.min(Math.round(seconds), 3599)
  return `${Math.floor(whole / 60)}\u00a0min\u00a0${whole % 60}\u00a0s`
}

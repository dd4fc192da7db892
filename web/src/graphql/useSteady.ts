import { NetworkStatus } from '@apollo/client'
import { useEffect, useState } from 'react'
import { seenAfterMs, seenForMs } from '../ui/loading-times.ts'

/** The part of `useQuery`'s result that screens use. */
interface Answer {
  data?: unknown
  previousData?: unknown
  error?: unknown
  loading: boolean
  networkStatus: NetworkStatus
}

/** The same question again, rather than one with other variables. */
const repetitions = [NetworkStatus.refetch, NetworkStatus.poll]

/**
 * Keeps what a screen shows from flashing: a visible skeleton stays for at least 300 ms, because the answer of `useQuery` is held back, and an error
 * stays while the query is repeated. Every screen that shows skeletons passes its query through here.
 */
export function useSteady<Result extends Answer>(answer: Result): Result {
  const [lastError, setLastError] = useState(answer.error)
  if (!answer.loading && answer.error !== lastError) setLastError(answer.error)
  const hasNothing = answer.loading && answer.data === undefined && answer.previousData === undefined
  const keepsError = hasNothing && lastError !== undefined && repetitions.includes(answer.networkStatus)
  const waiting = hasNothing && !keepsError
  // A time, not a flag: a second wait may become visible at the moment when the first has been visible long enough, and React
  // would treat a flag's two changes as none.
  const [seenAt, setSeenAt] = useState<number>()
  useEffect(() => {
    if (!waiting) return undefined
    const timer = setTimeout(() => setSeenAt(performance.now()), seenAfterMs)
    return () => clearTimeout(timer)
  }, [waiting])
  useEffect(() => {
    if (seenAt === undefined) return undefined
    const timer = setTimeout(setSeenAt, seenForMs, undefined)
    return () => clearTimeout(timer)
  }, [seenAt])
  if (seenAt !== undefined) return { ...answer, data: undefined, error: undefined }
  return keepsError ? { ...answer, error: lastError } : answer
}

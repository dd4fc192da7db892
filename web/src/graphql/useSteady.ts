import { useEffect, useState } from 'react'
import { seenAfterMs, seenForMs } from '../ui/loading-times.ts'

/** The part of `useQuery`'s result that screens use. */
interface Answer {
  data?: unknown
  previousData?: unknown
  error?: unknown
  loading: boolean
}

/**
 * Keeps a visible skeleton for at least 300 ms by holding back the answer of `useQuery`, so that it does not flash.
 * Every screen that shows skeletons passes its query through here.
 */
export function useSteady<Result extends Answer>(answer: Result): Result {
  const waiting = answer.loading && answer.data === undefined && answer.previousData === undefined
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
  return seenAt === undefined ? answer : { ...answer, data: undefined, error: undefined }
}

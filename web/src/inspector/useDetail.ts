import type { RequestDetail, RequestSummary } from '@culvert/agent/inspection'
import { useEffect, useRef, useState } from 'react'
import type { Client } from './client.ts'

/** How long details stay before they are fetched again, in milliseconds: an open request may change all the time. */
const refreshMs = 500

/** Returns the details of a request, which are fetched again when its known state changes; undefined while they load. */
export function useDetail(
  client: Client,
  id: string,
  summary: RequestSummary | undefined,
  onFault: (message: string) => void,
): RequestDetail | undefined {
  const [detail, setDetail] = useState<RequestDetail>()
  /** When they were fetched, and the request's known state at that time. */
  const asked = useRef<{ ms: number; of: RequestSummary | undefined }>(undefined)
  const isGone = useRef(false)

  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])

  const isOver = detail !== undefined && detail.state !== 'open'
  useEffect(() => {
    // A request that has ended no longer changes.
    if (isOver || (asked.current !== undefined && asked.current.of === summary)) return undefined
    const waitMs = asked.current === undefined ? 0 : asked.current.ms + refreshMs - performance.now()
    const timer = setTimeout(() => {
      asked.current = { ms: performance.now(), of: summary }
      client.detail(id).then(
        (answered) => isGone.current || setDetail(answered),
        (error: Error) => isGone.current || onFault(error.message),
      )
    }, waitMs)
    return () => clearTimeout(timer)
  }, [client, id, summary, isOver, onFault])

  return detail
}

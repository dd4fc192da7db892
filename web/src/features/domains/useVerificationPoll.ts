import { useEffect, useEffectEvent } from 'react'

const pollMs = 30_000
const pollsMax = 10

/**
 * Polls a running check every 30 seconds, at most 10 times, because its event may be missed. Stops when the check ends, and
 * when another domain is shown.
 */
export function useVerificationPoll(verifying: boolean, onPoll: () => void): void {
  const poll = useEffectEvent(onPoll)
  useEffect(() => {
    if (!verifying) return undefined
    let polls = 0
    const timer = setInterval(() => {
      polls += 1
      if (polls === pollsMax) clearInterval(timer)
      poll()
    }, pollMs)
    return () => clearInterval(timer)
  }, [verifying])
}

import { useEffect, useEffectEvent } from 'react'

const pollMs = 30_000
const pollsMax = 10

/**
 * Asks every 30 seconds, at most 10 times, what came of a check while it runs: the event that tells may be missed. Ends with
 * the check, and with the domain that is shown.
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

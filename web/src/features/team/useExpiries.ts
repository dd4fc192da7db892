import { useEffect, useEffectEvent } from 'react'

/** The server's clock may be a little behind. */
const graceMs = 1_000

/**
 * Calls back when each of these times has passed, because an expiry sends no event. The API decides whether it has passed, since
 * the reader's clock may be wrong.
 */
export function useExpiries(moments: string[], onExpired: () => void): void {
  const ask = useEffectEvent(onExpired)
  const key = moments.join()
  useEffect(() => {
    const now = Date.now()
    const timers = (key ? key.split(',') : []).map((moment) =>
      setTimeout(() => ask(), Math.max(0, Date.parse(moment) - now) + graceMs),
    )
    return () => timers.forEach((timer) => clearTimeout(timer))
  }, [key])
}

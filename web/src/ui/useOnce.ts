import { useEffect, useEffectEvent, useRef } from 'react'

/** Runs a step once it is due, and only once, because strict mode runs effects twice. */
export function useOnce(step: () => void, isDue = true): void {
  const isTaken = useRef(false)
  const take = useEffectEvent(step)
  useEffect(() => {
    if (!isDue || isTaken.current) return
    isTaken.current = true
    take()
  }, [isDue])
}

import { useEffect, useEffectEvent, useRef } from 'react'

/** Takes a step once it is due, and never again: strict mode runs effects twice. */
export function useOnce(step: () => void, isDue = true): void {
  const isTaken = useRef(false)
  const take = useEffectEvent(step)
  useEffect(() => {
    if (!isDue || isTaken.current) return
    isTaken.current = true
    take()
  }, [isDue])
}

import { useEffect, useEffectEvent } from 'react'
import { type CheckTarget, useConnectionCheck } from './useConnectionCheck.ts'

/** How often a connection is checked while a person looks at it; milliseconds. */
const everyMs = 30_000

/** An account has 30 checks a minute: once they are used up, viewers check less often; milliseconds. */
const afterRefusalMs = 120_000

/** Checks a connection at once, and then every 30 seconds while the page is visible. */
export function useRegularCheck(target: CheckTarget) {
  const { run, pending, errorText, check } = useConnectionCheck(target)
  const measure = useEffectEvent(run)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const tick = async () => {
      const isDone = document.visibilityState === 'hidden' || (await measure())
      if (!isOver) timer = setTimeout(() => void tick(), isDone ? everyMs : afterRefusalMs)
    }
    void tick()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [])
  return { check, pending, errorText, measure: () => void run() }
}

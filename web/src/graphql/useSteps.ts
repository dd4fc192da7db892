import { useState } from 'react'
import { getErrorText } from './errors.ts'

/** Runs an action of a button that has several steps: a failure is a state to show, not an exception. */
export function useSteps(take: () => Promise<void>) {
  const [pending, setPending] = useState(false)
  const [errorText, setErrorText] = useState<string>()
  const run = async () => {
    setPending(true)
    setErrorText(undefined)
    try {
      await take()
    } catch (error) {
      setErrorText(getErrorText(error, error instanceof Error ? error.message : undefined))
    }
    setPending(false)
  }
  return { run: () => void run(), pending, errorText, reset: () => setErrorText(undefined) }
}

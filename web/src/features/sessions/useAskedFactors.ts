import { useState } from 'react'
import { findMissingFactors } from '../../graphql/errors.ts'
import type { FactorKind } from '../../graphql/generated/graphql.ts'

/** What the server requires at sign-in in addition to the first proof. */
interface AskedFactors {
  /** Their second factors, once the server has asked for a code. */
  factors: FactorKind[] | undefined
  /** Whether the last answer asked for a code, and so was not a failure. */
  isAsked: boolean
  /** Called with the error of an answer. */
  noteError: (error: Error) => void
}

/** Tracks what the server asks for during a sign-in. */
export function useAskedFactors(): AskedFactors {
  const [factors, setFactors] = useState<FactorKind[]>()
  const [isAsked, setAsked] = useState(false)
  const noteError = (error: Error) => {
    const missing = findMissingFactors(error)
    setAsked(missing !== undefined)
    if (missing) setFactors(missing)
  }
  return { factors, isAsked, noteError }
}

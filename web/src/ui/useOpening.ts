import { useRef } from 'react'

/** The present opening of a dialog: an answer may come after the dialog was closed, and opened for something else. */
interface Opening {
  /** Returns a function that reports whether the dialog is still the one that was open now. */
  begin: () => () => boolean
  /** Called when the dialog is closed. */
  end: () => void
}

/** Tells the openings of a dialog apart. */
export function useOpening(): Opening {
  const number = useRef(0)
  return {
    begin: () => {
      const own = number.current
      return () => number.current === own
    },
    end: () => {
      number.current += 1
    },
  }
}

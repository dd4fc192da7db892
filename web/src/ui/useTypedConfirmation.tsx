import { TextInput } from '@mantine/core'
import { useState, type ReactElement, type ReactNode } from 'react'

interface TypedConfirmation {
  /** What was typed, for the server to compare. */
  typed: string
  /** Renders the field; the label says what to enter. */
  ask: (label: ReactNode) => ReactElement
  /** Closes the dialog. A click in one that is opened again is not enough: the text must be typed again. */
  close: () => void
}

/** A text that must be typed in a dialog before something is deleted. */
export function useTypedConfirmation(onClose: () => void): TypedConfirmation {
  const [typed, setTyped] = useState('')
  return {
    typed,
    ask: (label) => (
      <TextInput
        label={label}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    ),
    close: () => {
      setTyped('')
      onClose()
    },
  }
}

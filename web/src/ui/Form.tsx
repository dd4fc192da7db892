import { useEffect, useRef, type FormEvent, type ReactNode } from 'react'
import { useKeptFocus } from './useKeptFocus.ts'

interface FormProps {
  /** Checks and sends what was entered. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** The reader has just opened the form: the first field, or the one with `data-autofocus`, takes the focus. */
  requested?: boolean
  children: ReactNode
}

const field = ':is(input, select, textarea):not(:disabled)'

/** A form whose first wrong field has the focus after a failed attempt, whether the form or the server found it wrong. */
export function Form({ onSubmit, requested, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  /** Whether the reader has tried to send, and changed nothing since. */
  const isTried = useRef(false)
  useKeptFocus()
  useEffect(() => {
    if (requested) (find(form.current, `${field}[data-autofocus]`) ?? find(form.current, field))?.focus()
  }, [requested])
  // An error arrives with a render, at once or when the server has answered.
  useEffect(() => {
    const wrong = isTried.current && find(form.current, `${field}[aria-invalid=true]`)
    if (!wrong) return
    isTried.current = false
    wrong.focus()
  })
  return (
    <form
      ref={form}
      noValidate
      onInput={() => {
        isTried.current = false
      }}
      onSubmit={(event) => {
        isTried.current = true
        onSubmit(event)
      }}
    >
      {children}
    </form>
  )
}

const find = (form: HTMLFormElement | null, selector: string) => form?.querySelector<HTMLElement>(selector)

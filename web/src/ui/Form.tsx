import { Button, Group, Stack } from '@mantine/core'
import { useEffect, useRef, type FormEvent, type ReactNode } from 'react'
import { Notice } from './Notice.tsx'
import { useKeptFocus } from './useKeptFocus.ts'

/** The state of what a form sends. */
interface Sending {
  pending: boolean
  /** Why the last attempt failed. */
  errorText: string | undefined
  /** Forgets the last attempt. Called at each new one, because the form may reject it before anything runs. */
  reset: () => void
}

interface FormProps {
  /** Checks and sends what was entered. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** Sending; omitted if nothing is sent. */
  action?: Sending
  /** The button's label; omitted if the reader may not send anything. */
  submitLabel?: string
  /** The button's label while it is pending, in place of a spinner. */
  pendingLabel?: string
  /** Whether there is nothing to send yet. */
  disabled?: boolean
  /** The id of the element that explains why. */
  disabledBy?: string
  /** Makes the button as wide as the form. */
  wide?: boolean
  /** Called by the Cancel button. Without it there is none. */
  onCancel?: () => void
  /** Whether the reader has just opened the form: the first field, or the one with `data-autofocus`, takes the focus. */
  requested?: boolean
  /** The fields. */
  children: ReactNode
}

const field = ':is(input, select, textarea):not(:disabled)'

/**
 * Fields, why they could not be sent, and the button that sends them. After a failed attempt the first invalid field has the focus,
 * whether the form or the server rejected it.
 */
export function Form(props: FormProps) {
  const { onSubmit, action, submitLabel, pendingLabel, disabled, disabledBy, wide, onCancel, requested, children } =
    props
  const form = useRef<HTMLFormElement>(null)
  /** Whether the reader has tried to send, and has changed nothing since. */
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
  const said = action?.pending ? pendingLabel : undefined
  return (
    <form
      ref={form}
      noValidate
      onInput={() => {
        isTried.current = false
      }}
      onSubmit={(event) => {
        isTried.current = true
        action?.reset()
        onSubmit(event)
      }}
    >
      <Stack>
        {children}
        {action?.errorText && <Notice tone="danger">{action.errorText}</Notice>}
        {submitLabel && (
          <Group gap="xs" grow={wide}>
            <Button
              type="submit"
              loading={action?.pending && !said}
              disabled={disabled || said !== undefined}
              aria-describedby={disabledBy}
            >
              {said ?? submitLabel}
            </Button>
            {onCancel && (
              <Button variant="subtle" color="gray" onClick={onCancel}>
                Cancel
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </form>
  )
}

const find = (form: HTMLFormElement | null, selector: string) => form?.querySelector<HTMLElement>(selector)

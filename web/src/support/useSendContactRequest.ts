import type { SendContactRequestInput } from '@culvert/schema/client-types'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { useFormAction } from '../graphql/useFormAction.ts'
import { ContactRequest_SendDocument } from './useSendContactRequest.generated.ts'

/** A form's way to the operator. */
interface SendContactRequest {
  /** Sends it and empties the form; after a failure the form stays as it is. */
  send: (input: SendContactRequestInput) => Promise<void>
  pending: boolean
  errorText: string | undefined
  /** True from a message that arrived until the next is sent. */
  sent: boolean
}

/** Sends a form to the operator, signed in or not. */
export function useSendContactRequest<Values extends object>(
  form: UseFormReturnType<Values>,
  fallbackText: string,
): SendContactRequest {
  const [sent, setSent] = useState(false)
  const { run, pending, errorText } = useFormAction(form, ContactRequest_SendDocument, {
    fetchPolicy: 'no-cache',
    fallbackText,
  })
  const send = async (input: SendContactRequestInput) => {
    setSent(false)
    if (!(await run({ input }))) return
    form.reset()
    setSent(true)
  }
  return { send, pending, errorText, sent }
}

/** What the sender's browser says of itself, for every form. */
export function describeSender(): { userAgent: string; timestamp: string } {
  return { userAgent: navigator.userAgent, timestamp: new Date().toISOString() }
}

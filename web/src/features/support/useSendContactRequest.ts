import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { graphql } from '../../graphql/generated/gql.ts'
import type { SendContactRequestInput } from '../../graphql/generated/graphql.ts'
import { useFormAction } from '../../graphql/useFormAction.ts'

const sendContactRequestMutation = graphql(`
  mutation ContactRequest_Send($input: SendContactRequestInput!) {
    sendContactRequest(input: $input) {
      contactRequest {
        id
      }
    }
  }
`)

/** Sending a form to the operator. */
interface SendContactRequest {
  /** Sends the form and empties it. After a failure it stays unchanged. */
  send: (input: SendContactRequestInput) => Promise<void>
  pending: boolean
  errorText: string | undefined
  /** True after a message was sent, until the next attempt. */
  sent: boolean
  /** Forgets the last attempt. */
  reset: () => void
}

/** Sends a form to the operator, signed in or not. */
export function useSendContactRequest<Values extends object>(
  form: UseFormReturnType<Values>,
  fallbackText: string,
): SendContactRequest {
  const [sent, setSent] = useState(false)
  const { run, reset, ...action } = useFormAction(form, sendContactRequestMutation, {
    fetchPolicy: 'no-cache',
    fallbackText,
  })
  const send = async (input: SendContactRequestInput) => {
    if (!(await run({ input }))) return
    form.reset()
    setSent(true)
  }
  const forget = () => {
    reset()
    setSent(false)
  }
  return { ...action, send, sent, reset: forget }
}

/** The facts about the sender's browser that every form includes. */
export function describeSender(): { userAgent: string; timestamp: string } {
  return { userAgent: navigator.userAgent, timestamp: new Date().toISOString() }
}

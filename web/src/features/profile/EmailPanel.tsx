import { Button, TextInput } from '@mantine/core'
import { isEmail, useForm } from '@mantine/form'
import { useState } from 'react'
import { graphql } from '../../graphql/generated/gql.ts'
import { useAction } from '../../graphql/useAction.ts'
import { useFormAction } from '../../graphql/useFormAction.ts'
import { CopyableValue } from '../../ui/CopyableValue.tsx'
import { Form } from '../../ui/Form.tsx'
import { Item, ItemList } from '../../ui/ItemList.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { notify } from '../../ui/notify.ts'
import { Panel } from '../../ui/Panel.tsx'

const requestMutation = graphql(`
  mutation EmailPanel_Request($input: RequestEmailChangeInput!) {
    requestEmailChange(input: $input) {
      email
    }
  }
`)

const cancelMutation = graphql(`
  mutation EmailPanel_Cancel {
    cancelEmailChange {
      user {
        id
      }
    }
  }
`)

interface EmailPanelProps {
  /** Null for a person who has only a phone number. */
  email: string | null
  /** The requested address. */
  pendingEmail: string | null
  onChanged: () => void
}

/** The viewer's e-mail address, and a way to change it. */
export function EmailPanel({ email, pendingEmail, onChanged }: EmailPanelProps) {
  const [isChanging, setChanging] = useState(false)
  const cancel = useAction(cancelMutation)
  const giveUp = async () => {
    if (!(await cancel.run({}))) return
    notify('Your address stays as it is.')
    onChanged()
  }
  return (
    <Panel title="Email address" flush>
      <ItemList label="Email address">
        <Item
          title={email === null ? 'None' : <CopyableValue value={email} label="email" />}
          description={
            pendingEmail === null
              ? 'You sign in with it, and emails go there.'
              : `A link was sent to ${pendingEmail}. Open it where you are signed in to make this your address.`
          }
          actions={
            pendingEmail === null ? (
              <Button variant="default" onClick={() => setChanging(true)} disabled={isChanging}>
                {email === null ? 'Add an address' : 'Change address'}
              </Button>
            ) : (
              <Button variant="default" loading={cancel.pending} onClick={() => void giveUp()}>
                Cancel the change
              </Button>
            )
          }
        >
          {cancel.errorText && <Notice tone="danger">{cancel.errorText}</Notice>}
          {isChanging && (
            <NewAddressForm
              onDone={() => {
                setChanging(false)
                onChanged()
              }}
              onCancel={() => setChanging(false)}
            />
          )}
        </Item>
      </ItemList>
    </Panel>
  )
}

function NewAddressForm({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const form = useForm({ initialValues: { email: '' }, validate: { email: isEmail('Enter an email address') } })
  const request = useFormAction(form, requestMutation)
  const submit = form.onSubmit(async ({ email }) => {
    const answer = await request.run({ input: { email } })
    if (!answer) return
    notify(`A link was sent to ${answer.requestEmailChange.email}.`)
    onDone()
  })
  return (
    <Form onSubmit={submit} action={request} submitLabel="Send the link" onCancel={onCancel} requested>
      <TextInput label="New email address" type="email" autoComplete="email" {...form.getInputProps('email')} />
    </Form>
  )
}

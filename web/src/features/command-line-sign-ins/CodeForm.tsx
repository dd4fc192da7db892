import { TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { Form } from '../../ui/Form.tsx'

const nothingPending = { pending: false, errorText: undefined }

/** Asks for the code that a command line shows. */
export function CodeForm({ onEntered }: { onEntered: (code: string) => void }) {
  const form = useForm({ initialValues: { code: '' }, validate: { code: isNotEmpty('Enter the code') } })
  const submit = form.onSubmit(({ code }) => onEntered(code.trim()))
  return (
    <Form onSubmit={submit} action={nothingPending} submitLabel="Continue" requested>
      <TextInput
        label="Code"
        placeholder="XXXX-XXXX"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maw="16rem"
        {...form.getInputProps('code')}
      />
    </Form>
  )
}

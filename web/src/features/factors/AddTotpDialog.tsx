import { Modal, Stack, Text, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { useEffect, useEffectEvent, useState } from 'react'
import type { FactorPanel_BeginTotpMutation } from '../../graphql/generated/graphql.ts'
import { graphql } from '../../graphql/generated/gql.ts'
import { useAction } from '../../graphql/useAction.ts'
import { useFormAction } from '../../graphql/useFormAction.ts'
import { CopyableValue } from '../../ui/CopyableValue.tsx'
import { Form } from '../../ui/Form.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { QrCode } from '../../ui/QrCode.tsx'

const beginMutation = graphql(`
  mutation FactorPanel_BeginTotp {
    beginTotp {
      enrolmentId
      secret
      uri
    }
  }
`)

const addMutation = graphql(`
  mutation FactorPanel_AddTotp($input: AddTotpInput!) {
    addTotp(input: $input) {
      recoveryCodes
      factor {
        ...FactorPanel_Factor
      }
    }
  }
`)

/** The props of each dialog that adds a factor. */
export interface AddFactorProps {
  opened: boolean
  /** Called with the recovery codes, which come with the first factor only. */
  onAdded: (recoveryCodes: string[]) => void
  onClose: () => void
}

type Begun = FactorPanel_BeginTotpMutation['beginTotp']

/** Enrols an authenticator app: shows its secret, and asks for a code generated from it. */
export function AddTotpDialog({ opened, onAdded, onClose }: AddFactorProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Add an authenticator app">
      <Enrolment onAdded={onAdded} />
    </Modal>
  )
}

/** Each time the dialog opens, there is a new secret. */
function Enrolment({ onAdded }: Pick<AddFactorProps, 'onAdded'>) {
  const [begun, setBegun] = useState<Begun>()
  const begin = useAction(beginMutation, { fetchPolicy: 'no-cache' })
  const start = useEffectEvent(() => begin.run({}))
  useEffect(() => {
    void start().then((answer) => answer && setBegun(answer.beginTotp))
  }, [])
  if (begin.errorText) return <Notice tone="danger">{begin.errorText}</Notice>
  return begun && <TotpForm begun={begun} onAdded={onAdded} />
}

function TotpForm({
  begun: { enrolmentId, secret, uri },
  onAdded,
}: Pick<AddFactorProps, 'onAdded'> & { begun: Begun }) {
  const form = useForm({
    initialValues: { code: '', name: 'Authenticator app' },
    validate: { code: isNotEmpty('Enter the code that the app shows'), name: isNotEmpty('Enter a name') },
  })
  const add = useFormAction(form, addMutation, { fetchPolicy: 'no-cache' })
  const submit = form.onSubmit(async (values) => {
    const answer = await add.run({ input: { enrolmentId, ...values } })
    if (answer) onAdded(answer.addTotp.recoveryCodes)
  })
  return (
    <Stack>
      <Text>Scan this with the app, or type the secret into it. Then enter the code that it shows.</Text>
      <QrCode text={uri} label="The secret as a QR code" />
      <CopyableValue value={secret} label="secret" name="for the app" />
      <Form onSubmit={submit} action={add} submitLabel="Add app" wide requested>
        <TextInput
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          data-autofocus
          {...form.getInputProps('code')}
        />
        <TextInput label="Name" autoComplete="off" {...form.getInputProps('name')} />
      </Form>
    </Stack>
  )
}

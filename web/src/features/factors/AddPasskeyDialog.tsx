import { useApolloClient } from '@apollo/client/react'
import { Modal, Text, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { graphql } from '../../graphql/generated/gql.ts'
import { Form } from '../../ui/Form.tsx'
import type { AddFactorProps } from './AddTotpDialog.tsx'
import { useSteps } from '../../graphql/useSteps.ts'

const beginMutation = graphql(`
  mutation FactorPanel_BeginPasskey {
    beginPasskey {
      challenge {
        challengeId
        options
      }
    }
  }
`)

const addMutation = graphql(`
  mutation FactorPanel_AddPasskey($input: AddPasskeyInput!) {
    addPasskey(input: $input) {
      recoveryCodes
      factor {
        ...FactorPanel_Factor
      }
    }
  }
`)

/** Makes a passkey and enrols it. */
export function AddPasskeyDialog({ opened, onAdded, onClose }: AddFactorProps) {
  const client = useApolloClient()
  const form = useForm({ initialValues: { name: '' }, validate: { name: isNotEmpty('Enter a name') } })
  const passkey = useSteps(async () => {
    const { name } = form.getValues()
    const options = { fetchPolicy: 'no-cache' } as const
    const begun = await client.mutate({ mutation: beginMutation, ...options })
    if (!begun.data) throw new Error('beginPasskey answered without a challenge.')
    const { challengeId, options: asked } = begun.data.beginPasskey.challenge
    const { makePasskey } = await import('./browser-passkeys.ts')
    const input = { challengeId, response: await makePasskey(asked), name }
    const { data } = await client.mutate({ mutation: addMutation, variables: { input }, ...options })
    if (!data) throw new Error('addPasskey answered without a factor.')
    form.reset()
    onAdded(data.addPasskey.recoveryCodes)
  })
  return (
    <Modal opened={opened} onClose={onClose} title="Add a passkey">
      <Form onSubmit={form.onSubmit(passkey.run)} action={passkey} submitLabel="Add passkey" wide requested={opened}>
        <Text>Your browser asks where to keep it: on this device, on your phone, or on a security key.</Text>
        <TextInput
          label="Name"
          description="How you tell it from others, for example by the device."
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
      </Form>
    </Modal>
  )
}

import { gatewayNameMissing } from '@culvert/schema/validation-messages'
import { Modal, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { graphql } from '../../graphql/generated/gql.ts'
import { useFormAction } from '../../graphql/useFormAction.ts'
import { Form } from '../../ui/Form.tsx'
import { notify } from '../../ui/notify.ts'
import { rewriteTyped } from '../../ui/rewrite-typed.ts'
import type { Gateway } from './gateway.ts'
import { toPrefix } from './hostname.ts'

const updateGatewayMutation = graphql(`
  mutation EditGatewayDialog_UpdateGateway($input: UpdateGatewayInput!) {
    updateGateway(input: $input) {
      gateway {
        ...GatewayTable_Gateway
      }
    }
  }
`)

interface EditGatewayDialogProps {
  gateway: Gateway
  opened: boolean
  onClose: () => void
}

/** Changes a gateway's description, and its name if that is not part of the hostname; only changed fields are sent. */
export function EditGatewayDialog({ gateway, opened, onClose }: EditGatewayDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={`Edit ${gateway.name}`}>
      <EditForm gateway={gateway} onClose={onClose} />
    </Modal>
  )
}

function EditForm({ gateway, onClose }: Omit<EditGatewayDialogProps, 'opened'>) {
  const { id, name: nameBefore, description: descriptionBefore, isRenamable, subdomain } = gateway
  const form = useForm({
    initialValues: { name: nameBefore, description: descriptionBefore ?? '' },
    validate: { name: (name) => (name === '' ? gatewayNameMissing : null) },
  })
  const update = useFormAction(form, updateGatewayMutation, { fallbackText: 'The gateway could not be changed.' })
  const submit = form.onSubmit(async ({ name, description }) => {
    const input = {
      id,
      ...(form.isDirty('description') && { description }),
      ...(isRenamable && form.isDirty('name') && { name }),
    }
    if (!(await update.run({ input }))) return
    notify(`${subdomain} was changed.`)
    onClose()
  })
  return (
    <Form onSubmit={submit} action={update} submitLabel="Save Changes" onCancel={onClose} disabled={!form.isDirty()}>
      <TextInput
        label="Name"
        description={
          isRenamable
            ? 'Agents start on it by this name. The hostname does not change.'
            : 'It is part of the hostname, so it cannot be changed.'
        }
        disabled={!isRenamable}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('name')}
        onChange={(event) => form.setFieldValue('name', rewriteTyped(event.currentTarget, toPrefix))}
      />
      <TextInput
        label="Description"
        description="What it is for, so that your team knows."
        maxLength={200}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('description')}
      />
      <Text size="sm" c="dimmed">
        {subdomain}
      </Text>
    </Form>
  )
}

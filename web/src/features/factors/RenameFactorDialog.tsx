import { Modal, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import type { DialogProps } from '../../graphql/ActionDialog.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { useFormAction } from '../../graphql/useFormAction.ts'
import { Form } from '../../ui/Form.tsx'
import type { Factor } from './factor.ts'

const renameMutation = graphql(`
  mutation FactorPanel_Rename($input: RenameFactorInput!) {
    renameFactor(input: $input) {
      factor {
        ...FactorPanel_Factor
      }
    }
  }
`)

/** Renames a factor. */
export function RenameFactorDialog({ item, onClose }: DialogProps<Factor>) {
  return (
    <Modal opened={item !== undefined} onClose={onClose} title="Rename a second factor">
      {item && <RenameForm factor={item} onDone={onClose} />}
    </Modal>
  )
}

function RenameForm({ factor: { id, name }, onDone }: { factor: Factor; onDone: () => void }) {
  const form = useForm({ initialValues: { name }, validate: { name: isNotEmpty('Enter a name') } })
  const rename = useFormAction(form, renameMutation)
  const submit = form.onSubmit(async (values) => {
    if (await rename.run({ input: { id, ...values } })) onDone()
  })
  return (
    <Form onSubmit={submit} action={rename} submitLabel="Rename" wide requested>
      <TextInput label="Name" autoComplete="off" data-autofocus {...form.getInputProps('name')} />
    </Form>
  )
}

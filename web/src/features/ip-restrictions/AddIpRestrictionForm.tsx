import { findRangeProblem } from '@culvert/schema/ip-range'
import { Button, Group, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useId } from 'react'
import { addToAccount } from '../../graphql/cache.ts'
import { graphql } from '../../graphql/generated/gql.ts'
import { useFormAction } from '../../graphql/useFormAction.ts'
import { useDraft } from '../../auth/useDraft.ts'
import { Form } from '../../ui/Form.tsx'
import { notify } from '../../ui/notify.ts'

const addIpRestrictionMutation = graphql(`
  mutation AddIpRestrictionForm_AddIpRestriction($input: AddIpRestrictionInput!) {
    addIpRestriction(input: $input) {
      ipRestriction {
        ...IpRestrictionsPage_IpRestriction
      }
    }
  }
`)

/** Refuses visitors from an address or range. */
export function AddIpRestrictionForm({ accountId }: { accountId: string }) {
  const form = useForm({ initialValues: { ipAddress: '', description: '' } })
  useDraft(`ip-restriction ${accountId}`, form)
  const add = useFormAction(form, addIpRestrictionMutation, {
    update: addToAccount(accountId, 'ipRestrictions', ({ addIpRestriction }) => addIpRestriction.ipRestriction),
  })
  const submit = form.onSubmit(async ({ ipAddress, description }) => {
    if (!(await add.run({ input: { accountId, ipAddress, description } }))) return
    form.reset()
    notify(`Visitors from ${ipAddress} are blocked.`)
  })

  const reasonId = useId()
  const { ipAddress: entered } = form.values
  const complaint = findRangeProblem(entered)
  const fullForm = complaint?.fullForm
  const hint = entered.trim() === '' ? undefined : complaint?.reason

  return (
    <Form
      onSubmit={submit}
      action={add}
      submitLabel="Add IP Restriction"
      disabled={complaint !== undefined}
      disabledBy={hint && reasonId}
    >
      <Group align="flex-start" grow preventGrowOverflow={false}>
        <TextInput
          label="IP address or CIDR range"
          placeholder="203.0.113.0/24"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('ipAddress')}
          error={form.errors['ipAddress'] ?? hint}
          errorProps={{ id: reasonId }}
        />
        <TextInput
          label="Description (optional)"
          placeholder="A noisy crawler"
          autoComplete="off"
          {...form.getInputProps('description')}
        />
      </Group>
      {fullForm !== undefined && (
        <div>
          <Button variant="default" size="xs" onClick={() => form.setFieldValue('ipAddress', fullForm)}>
            Use {fullForm}
          </Button>
        </div>
      )}
    </Form>
  )
}

import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { addToAccount } from '../graphql/cache.ts'
import { useFormAction } from '../graphql/useFormAction.ts'
import { useDraft } from '../session/useDraft.ts'
import { Notice } from '../ui/Notice.tsx'
import { notify } from '../ui/notify.ts'
import { AddIpRestrictionForm_AddIpRestrictionDocument } from './AddIpRestrictionForm.generated.ts'
import { looksLikeAddress } from './address.ts'

/** Refuses visitors from an address or range. */
export function AddIpRestrictionForm({ accountId }: { accountId: string }) {
  const form = useForm({ initialValues: { ipAddress: '', description: '' } })
  useDraft(`ip-restriction ${accountId}`, form)
  const add = useFormAction(form, AddIpRestrictionForm_AddIpRestrictionDocument, {
    update: (cache, { data }) => {
      if (data) addToAccount(cache, accountId, 'ipRestrictions', data.addIpRestriction.ipRestriction)
    },
  })
  const submit = form.onSubmit(async ({ ipAddress, description }) => {
    if (!(await add.run({ input: { accountId, ipAddress, description } }))) return
    form.reset()
    notify(`Visitors from ${ipAddress} are refused.`)
  })

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Group align="flex-start" grow preventGrowOverflow={false}>
          <TextInput
            label="IP address or CIDR range"
            placeholder="203.0.113.0/24"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...form.getInputProps('ipAddress')}
          />
          <TextInput
            label="Description (optional)"
            placeholder="A noisy crawler"
            autoComplete="off"
            {...form.getInputProps('description')}
          />
        </Group>
        {add.errorText && <Notice tone="danger">{add.errorText}</Notice>}
        <Group>
          <Button type="submit" loading={add.pending} disabled={!looksLikeAddress(form.values.ipAddress)}>
            Add IP Restriction
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

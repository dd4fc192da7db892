import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { addToAccount } from '../graphql/cache.ts'
import { useFormAction } from '../graphql/useFormAction.ts'
import { useDraft } from '../session/useDraft.ts'
import { Notice } from '../ui/Notice.tsx'
import { notify } from '../ui/notify.ts'
import { AddDomainForm_AddDomainDocument } from './AddDomainForm.generated.ts'

/** Adds a domain, pending until its DNS record is found. */
export function AddDomainForm({ accountId }: { accountId: string }) {
  const form = useForm({ initialValues: { domain: '' } })
  useDraft(`domain ${accountId}`, form)
  const add = useFormAction(form, AddDomainForm_AddDomainDocument, {
    update: (cache, { data }) => {
      if (data) addToAccount(cache, accountId, 'domains', data.addDomain.domain)
    },
  })
  const submit = form.onSubmit(async ({ domain }) => {
    const answer = await add.run({ input: { accountId, domain } })
    if (!answer) return
    form.reset()
    notify(`${answer.addDomain.domain.domain} was added. Set its DNS record next.`)
  })

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          label="Domain"
          description="Enter the full domain or subdomain you want to use"
          placeholder="dev.example.com"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('domain')}
          onChange={(event) => form.setFieldValue('domain', event.currentTarget.value.toLowerCase())}
        />
        {add.errorText && <Notice tone="danger">{add.errorText}</Notice>}
        <Group>
          <Button type="submit" loading={add.pending} disabled={form.values.domain.trim() === ''}>
            Add Domain
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { addToAccount } from '../../graphql/cache.ts'
import { graphql } from '../../graphql/generated/gql.ts'
import { useFormAction } from '../../graphql/useFormAction.ts'
import { useDraft } from '../../auth/useDraft.ts'
import { Form } from '../../ui/Form.tsx'
import { notify } from '../../ui/notify.ts'
import { rewriteTyped } from '../../ui/rewrite-typed.ts'
import { toDomain } from './to-domain.ts'

const addDomainMutation = graphql(`
  mutation AddDomainForm_AddDomain($input: AddDomainInput!) {
    addDomain(input: $input) {
      domain {
        ...Domain_Domain
      }
    }
  }
`)

/** Adds a domain, pending until its DNS record is found. */
export function AddDomainForm({ accountId }: { accountId: string }) {
  const form = useForm({ initialValues: { domain: '' } })
  useDraft(`domain ${accountId}`, form)
  const add = useFormAction(form, addDomainMutation, {
    update: addToAccount(accountId, 'domains', ({ addDomain }) => addDomain.domain),
  })
  const submit = form.onSubmit(async ({ domain }) => {
    const answer = await add.run({ input: { accountId, domain } })
    if (!answer) return
    form.reset()
    notify(`${answer.addDomain.domain.domain} was added. Set its DNS record next.`)
  })

  return (
    <Form onSubmit={submit} action={add} submitLabel="Add Domain" disabled={form.values.domain.trim() === ''}>
      <TextInput
        label="Domain"
        description="Enter the full domain or subdomain you want to use"
        placeholder="dev.example.com"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('domain')}
        onChange={(event) => form.setFieldValue('domain', rewriteTyped(event.currentTarget, toDomain))}
      />
    </Form>
  )
}

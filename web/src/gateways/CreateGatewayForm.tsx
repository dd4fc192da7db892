import type { Reference } from '@apollo/client/utilities'
import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { Membership } from '../accounts/ActiveAccount.tsx'
import { showFieldError } from '../graphql/showFieldError.ts'
import { useAction } from '../graphql/useAction.ts'
import { useSite } from '../site/useSite.ts'
import { HostnamePreview } from '../ui/HostnamePreview.tsx'
import { Notice } from '../ui/Notice.tsx'
import { CreateGatewayForm_CreateGatewayDocument } from './CreateGatewayForm.generated.ts'
import type { GatewayTable_GatewayFragment } from './GatewayTable.generated.ts'
import { checkPrefix, getHostnameRest, toPrefix } from './hostname.ts'

interface CreateGatewayFormProps {
  account: Pick<Membership['account'], 'id' | 'namespace'>
  onCreated: (gateway: GatewayTable_GatewayFragment) => void
  /** Shows a Cancel button. */
  onCancel?: () => void
}

/** Reserves a hostname, which is shown as it will be while the prefix is typed. */
export function CreateGatewayForm({ account, onCreated, onCancel }: CreateGatewayFormProps) {
  const domains = useSite()?.availableSubpointDomains ?? []
  const defaultDomain = (domains.find(({ isDefault }) => isDefault) ?? domains[0])?.domain ?? ''
  const [fieldBlamed, setFieldBlamed] = useState(false)

  const form = useForm({
    initialValues: { name: '', domain: '' },
    validate: { name: (name) => checkPrefix(name, account.namespace) },
  })
  const domain = form.values.domain || defaultDomain

  const create = useAction(CreateGatewayForm_CreateGatewayDocument, {
    fallbackText: 'Error creating gateway',
    onError: (error) => setFieldBlamed(showFieldError(form, error)),
    update: (cache, { data }) => {
      if (!data) return
      const { gateway } = data.createGateway
      cache.modify<{ gateways: Reference[] }>({
        id: cache.identify({ __typename: 'Account', id: account.id }),
        fields: {
          gateways: (before, { toReference, readField }) => {
            const reference = toReference(gateway)
            const known = before.some((other) => readField('id', other) === gateway.id)
            return reference && !known ? [reference, ...before] : before
          },
        },
      })
    },
  })

  const submit = form.onSubmit(async ({ name }) => {
    const answer = await create.run({ input: { accountId: account.id, name, domain } })
    if (answer) onCreated(answer.createGateway.gateway)
  })

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Group align="flex-start" grow preventGrowOverflow={false}>
          <TextInput
            label="Prefix"
            description="Lowercase letters, digits and hyphens"
            placeholder="demo"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...form.getInputProps('name')}
            onChange={(event) => form.setFieldValue('name', toPrefix(event.currentTarget.value))}
          />
          <NativeSelect
            label="Domain"
            description="One that this installation offers"
            data={domains.map((offered) => offered.domain)}
            {...form.getInputProps('domain')}
            value={domain}
          />
        </Group>
        <HostnamePreview prefix={form.values.name} rest={getHostnameRest(account.namespace, domain)} />
        {create.errorText && !fieldBlamed && <Notice tone="danger">{create.errorText}</Notice>}
        <Group gap="xs">
          <Button type="submit" loading={create.pending}>
            Create Gateway
          </Button>
          {onCancel && (
            <Button variant="subtle" color="gray" onClick={onCancel}>
              Cancel
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}

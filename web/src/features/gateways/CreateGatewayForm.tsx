import { gatewayNameMissing } from '@culvert/schema/validation-messages'
import { Group, NativeSelect, Radio, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ChangeEvent } from 'react'
import type { Membership } from '../accounts/membership.ts'
import { addToAccount } from '../../graphql/cache.ts'
import { graphql } from '../../graphql/generated/gql.ts'
import { useFormAction } from '../../graphql/useFormAction.ts'
import { useDraft } from '../../auth/useDraft.ts'
import { useSite } from '../site/useSite.ts'
import { Form } from '../../ui/Form.tsx'
import { rewriteTyped } from '../../ui/rewrite-typed.ts'
import { HostnamePreview } from './HostnamePreview.tsx'
import { CustomDomainFields } from './CustomDomainFields.tsx'
import type { Gateway } from './gateway.ts'
import { checkCustomDomain, checkPrefix, getHostnameRest, toPrefix } from './hostname.ts'

const createGatewayMutation = graphql(`
  mutation CreateGatewayForm_CreateGateway($input: CreateGatewayInput!) {
    createGateway(input: $input) {
      gateway {
        ...GatewayTable_Gateway
      }
    }
  }
`)

interface CreateGatewayFormProps {
  account: Pick<Membership['account'], 'id' | 'namespace'>
  /** The account's verified domains, to choose a hostname on; if omitted, the form offers only the installation's domains. */
  ownDomains?: string[]
  onCreated: (gateway: Gateway) => void
  /** Called by the Cancel button, which appears if the reader opened the form. */
  onCancel?: () => void
}

/** Reserves a hostname, and previews it while the prefix is typed. */
export function CreateGatewayForm({ account, ownDomains, onCreated, onCancel }: CreateGatewayFormProps) {
  const domains = useSite()?.availableSubpointDomains ?? []
  const defaultDomain = (domains.find(({ isDefault }) => isDefault) ?? domains[0])?.domain ?? ''

  const form = useForm({
    initialValues: { kind: 'subpoint', name: '', domain: '', customDomain: '' },
    validate: {
      name: (name, { kind }) => {
        if (kind === 'subpoint') return checkPrefix(name, account.namespace)
        return name === '' ? gatewayNameMissing : null
      },
      customDomain: (hostname, { kind }) => (kind === 'custom' ? checkCustomDomain(hostname, ownDomains ?? []) : null),
    },
  })
  useDraft(`gateway ${account.id}`, form)
  const { kind, name: prefix } = form.values
  const domain = form.values.domain || defaultDomain

  const create = useFormAction(form, createGatewayMutation, {
    fallbackText: 'Error creating gateway',
    update: addToAccount(account.id, 'gateways', ({ createGateway }) => createGateway.gateway),
  })

  const submit = form.onSubmit(async ({ name, customDomain }) => {
    const place = kind === 'custom' ? { customDomain } : { domain }
    const answer = await create.run({ input: { accountId: account.id, name, ...place } })
    if (answer) onCreated(answer.createGateway.gateway)
  })

  const nameProps = {
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    'data-autofocus': true,
    ...form.getInputProps('name'),
    onChange: (event: ChangeEvent<HTMLInputElement>) =>
      form.setFieldValue('name', rewriteTyped(event.currentTarget, toPrefix)),
  }

  return (
    <Form
      onSubmit={submit}
      action={create}
      submitLabel="Create Gateway"
      onCancel={onCancel}
      requested={onCancel !== undefined}
    >
      {ownDomains && (
        <Radio.Group label="Hostname" {...form.getInputProps('kind')}>
          <Group mt="xs">
            <Radio value="subpoint" label="On an offered domain" />
            <Radio value="custom" label="On a custom domain" />
          </Group>
        </Radio.Group>
      )}
      {kind === 'custom' ? (
        <CustomDomainFields
          ownDomains={ownDomains ?? []}
          nameProps={nameProps}
          customDomainProps={form.getInputProps('customDomain')}
        />
      ) : (
        <>
          <Group align="flex-start" grow preventGrowOverflow={false}>
            <TextInput
              label="Prefix"
              description="Lowercase letters, digits and hyphens"
              placeholder="demo"
              {...nameProps}
            />
            <NativeSelect
              label="Domain"
              description="A domain that this installation offers"
              data={domains.map((offered) => offered.domain)}
              {...form.getInputProps('domain')}
              value={domain}
            />
          </Group>
          <HostnamePreview prefix={prefix} rest={getHostnameRest(account.namespace, domain)} />
        </>
      )}
    </Form>
  )
}

import { checkNamespaceCharacters, namespaceMissing } from '@culvert/schema/validation-messages'
import type { ResultOf } from '@graphql-typed-document-node/core'
import { TextInput } from '@mantine/core'
import { isNotEmpty, useForm, type FormRulesRecord } from '@mantine/form'
import { useEffect, useRef } from 'react'
import { graphql } from '../../graphql/generated/gql.ts'
import { useFormAction } from '../../graphql/useFormAction.ts'
import { useDraft } from '../../auth/useDraft.ts'
import { useWhoMay } from '../accounts/useWhoMay.ts'
import { Form } from '../../ui/Form.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Notice } from '../../ui/Notice.tsx'
import { notify } from '../../ui/notify.ts'

const editableAccountFragment = graphql(`
  fragment SettingsForm_Account on Account {
    id
    name
    namespace
    namespaceChangesCount
    viewerCanUpdate
    viewerCanChangeNamespace
    plan {
      id
      allowsNamespaceChange
    }
  }
`)

type EditableAccount = ResultOf<typeof editableAccountFragment>

const updateAccountMutation = graphql(`
  mutation SettingsForm_UpdateAccount($input: UpdateAccountInput!) {
    updateAccount(input: $input) {
      account {
        ...SettingsForm_Account
      }
    }
  }
`)

type SettingsValues = Pick<EditableAccount, 'name' | 'namespace'>

const rules: FormRulesRecord<SettingsValues> = {
  name: isNotEmpty('Account name is required'),
  namespace: (namespace) => (namespace === '' ? namespaceMissing : checkNamespaceCharacters(namespace)),
}

/** Changes the account's name and namespace; only changed fields are sent. */
export function SettingsForm({ account }: { account: EditableAccount }) {
  const form = useForm<SettingsValues>({
    initialValues: { name: account.name, namespace: account.namespace },
    validate: rules,
  })
  const update = useFormAction(form, updateAccountMutation, { fallbackText: 'Failed to update settings' })
  useSync(form, account)
  const whoMay = useWhoMay("Only the account's owner can change these settings.")
  useDraft(`settings ${account.id}`, form)

  const { name, namespace } = form.values
  const nameChanged = name !== account.name
  const namespaceChanged = namespace !== account.namespace

  const submit = form.onSubmit(async () => {
    const input = {
      accountId: account.id,
      ...(nameChanged && { name }),
      ...(namespaceChanged && { namespace }),
    }
    if (await update.run({ input })) notify('Settings updated successfully')
  })

  return (
    <Form
      onSubmit={submit}
      action={update}
      submitLabel={account.viewerCanUpdate ? 'Save Changes' : undefined}
      disabled={!nameChanged && !namespaceChanged}
    >
      <TextInput
        label="Account Name"
        autoComplete="organization"
        disabled={!account.viewerCanUpdate}
        {...form.getInputProps('name')}
      />
      <TextInput
        label="Namespace"
        description={describeNamespace(account)}
        leftSection="@"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        disabled={!account.viewerCanChangeNamespace}
        {...form.getInputProps('namespace')}
      />
      {namespaceChanged && (
        <Notice tone="warning">
          Existing gateways keep their hostnames. Nobody else can take the old namespace for 30 days.
        </Notice>
      )}
      {!account.viewerCanUpdate && <Notice tone="info">{whoMay}</Notice>}
    </Form>
  )
}

function describeNamespace({ plan, namespaceChangesCount }: EditableAccount): string {
  const count = namespaceChangesCount > 0 ? ` Changed ${formatNumber(namespaceChangesCount, 'time')} so far.` : ''
  if (!plan.allowsNamespaceChange) return `Namespace changes are not available on your current plan.${count}`
  return `It is part of your gateways' hostnames.${count}`
}

/** The part of the form that is used here. */
interface SyncedForm {
  getValues: () => SettingsValues
  setFieldValue: (field: keyof SettingsValues, value: string) => void
}

/** Shows other people's changes at once, except in a field that the reader is editing. */
function useSync(form: SyncedForm, { name, namespace }: SettingsValues): void {
  const followed = useRef({ name, namespace })
  const { getValues, setFieldValue } = form
  useEffect(() => {
    const before = followed.current
    const typed = getValues()
    if (typed.name === before.name) setFieldValue('name', name)
    if (typed.namespace === before.namespace) setFieldValue('namespace', namespace)
    followed.current = { name, namespace }
  }, [name, namespace, getValues, setFieldValue])
}

import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useRef } from 'react'
import { useFormAction } from '../graphql/useFormAction.ts'
import { useDraft } from '../session/useDraft.ts'
import { formatNumber } from '../ui/format.ts'
import { Notice } from '../ui/Notice.tsx'
import { notify } from '../ui/notify.ts'
import { settingsRules, type SettingsValues } from './rules.ts'
import { SettingsForm_UpdateAccountDocument, type SettingsForm_AccountFragment } from './SettingsForm.generated.ts'

/** Changes the account's name and namespace; only what differs is sent. */
export function SettingsForm({ account }: { account: SettingsForm_AccountFragment }) {
  const form = useForm<SettingsValues>({
    initialValues: { name: account.name, namespace: account.namespace },
    validate: settingsRules,
  })
  const update = useFormAction(form, SettingsForm_UpdateAccountDocument, { fallbackText: 'Failed to update settings' })
  useFollow(form, account)
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
    <form onSubmit={submit} noValidate>
      <Stack>
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
            Gateways that exist keep their hostnames. The old namespace stays blocked for others for 30 days.
          </Notice>
        )}
        {!account.viewerCanUpdate && <Notice tone="info">Only the account's owner can change these settings.</Notice>}
        {update.errorText && <Notice tone="danger">{update.errorText}</Notice>}
        {account.viewerCanUpdate && (
          <Group>
            <Button type="submit" loading={update.pending} disabled={!nameChanged && !namespaceChanged}>
              Save Changes
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  )
}

function describeNamespace({ plan, namespaceChangesCount }: SettingsForm_AccountFragment): string {
  const count = namespaceChangesCount > 0 ? ` Changed ${formatNumber(namespaceChangesCount, 'time')} so far.` : ''
  if (!plan.allowsNamespaceChange) return `Namespace changes are not available on your current plan.${count}`
  return `It is a part of the hostnames of your gateways.${count}`
}

/** What is needed of the form to follow. */
interface FollowingForm {
  getValues: () => SettingsValues
  setFieldValue: (field: keyof SettingsValues, value: string) => void
}

/** What others change shows at once, except in a field that the reader is editing. */
function useFollow(form: FollowingForm, { name, namespace }: SettingsValues): void {
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

import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { addToAccount } from '../graphql/cache.ts'
import { useFormAction } from '../graphql/useFormAction.ts'
import { useDraft } from '../session/useDraft.ts'
import { Notice } from '../ui/Notice.tsx'
import type { Invite_InviteFragment } from './Invite.generated.ts'
import { InviteMemberForm_InviteMemberDocument } from './InviteMemberForm.generated.ts'
import { givenRoles, type GivenRole } from './given-roles.ts'

interface InviteMemberFormProps {
  accountId: string
  onInvited: (invite: Invite_InviteFragment) => void
  onCancel: () => void
}

interface InviteValues {
  email: string
  role: GivenRole
}

/** Invites somebody by mail. */
export function InviteMemberForm({ accountId, onInvited, onCancel }: InviteMemberFormProps) {
  const form = useForm<InviteValues>({
    mode: 'uncontrolled',
    initialValues: { email: '', role: 'viewer' },
    validate: { email: isNotEmpty('Enter an email address') },
  })
  useDraft(`invite ${accountId}`, form)
  const invite = useFormAction(form, InviteMemberForm_InviteMemberDocument, {
    update: (cache, { data }) => {
      if (data) addToAccount(cache, accountId, 'invites', data.inviteMember.invite)
    },
  })
  const submit = form.onSubmit(async (values) => {
    const answer = await invite.run({ input: { accountId, ...values } })
    if (answer) onInvited(answer.inviteMember.invite)
  })

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Group align="flex-start" grow preventGrowOverflow={false}>
          <TextInput
            label="Email Address"
            type="email"
            placeholder="grace@example.com"
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('email')}
            key={form.key('email')}
          />
          <NativeSelect label="Role" data={givenRoles} {...form.getInputProps('role')} key={form.key('role')} />
        </Group>
        {invite.errorText && <Notice tone="danger">{invite.errorText}</Notice>}
        <Group gap="xs">
          <Button type="submit" disabled={invite.pending}>
            {invite.pending ? 'Sending...' : 'Send Invite'}
          </Button>
          <Button variant="subtle" color="gray" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

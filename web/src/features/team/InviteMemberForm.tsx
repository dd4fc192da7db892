import { Group, NativeSelect, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { addToAccount } from '../../graphql/cache.ts'
import { graphql } from '../../graphql/generated/gql.ts'
import { useFormAction } from '../../graphql/useFormAction.ts'
import { useDraft } from '../../auth/useDraft.ts'
import { Form } from '../../ui/Form.tsx'
import { givenRoles, type GivenRole } from '../accounts/given-roles.ts'
import type { Invite } from './InvitePanels.tsx'

const inviteMemberMutation = graphql(`
  mutation InviteMemberForm_InviteMember($input: InviteMemberInput!) {
    inviteMember(input: $input) {
      invite {
        ...Invite_Invite
      }
    }
  }
`)

interface InviteMemberFormProps {
  accountId: string
  onInvited: (invite: Invite) => void
  onCancel: () => void
}

interface InviteValues {
  email: string
  role: GivenRole
}

/** Invites a person by mail. */
export function InviteMemberForm({ accountId, onInvited, onCancel }: InviteMemberFormProps) {
  const form = useForm<InviteValues>({
    initialValues: { email: '', role: 'viewer' },
    validate: { email: isNotEmpty('Enter an email address') },
  })
  useDraft(`invite ${accountId}`, form)
  const invite = useFormAction(form, inviteMemberMutation, {
    update: addToAccount(accountId, 'invites', ({ inviteMember }) => inviteMember.invite),
  })
  const submit = form.onSubmit(async (values) => {
    const answer = await invite.run({ input: { accountId, ...values } })
    if (answer) onInvited(answer.inviteMember.invite)
  })

  return (
    <Form
      onSubmit={submit}
      action={invite}
      submitLabel="Send Invite"
      pendingLabel="Sending..."
      onCancel={onCancel}
      requested
    >
      <Group align="flex-start" grow preventGrowOverflow={false}>
        <TextInput
          label="Email Address"
          type="email"
          placeholder="grace@example.com"
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('email')}
        />
        <NativeSelect label="Role" data={givenRoles} {...form.getInputProps('role')} />
      </Group>
    </Form>
  )
}

import { useQuery } from '@apollo/client/react'
import { Button, Stack, Text } from '@mantine/core'
import { RoleTag } from '../accounts/RoleTag.tsx'
import { ResendLink } from '../email-addresses/ResendLink.tsx'
import { Item, ItemList } from '../../ui/ItemList.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { notify } from '../../ui/notify.ts'
import { Panel } from '../../ui/Panel.tsx'
import { When } from '../../ui/When.tsx'
import { type ReceivedInvite, receivedInvitesQuery } from './received-invites.ts'
import { closedText, useInviteAnswers } from './useInviteAnswers.ts'

/** The invitations that are addressed to the viewer, or how to see them; nothing when there are none. */
export function ReceivedInvites() {
  const { data, refetch } = useQuery(receivedInvitesQuery)
  const invites = data?.viewer.invites ?? []
  const user = data?.viewer.user
  if (user?.email && user.emailVerifiedAt === null) return <UnverifiedEmail email={user.email} />
  if (invites.length === 0) return null
  return (
    <Panel title="Team Invitations for You" flush>
      <ItemList label="Team invitations for you">
        {invites.map((invite) => (
          <ReceivedInvite key={invite.inviteId} invite={invite} onAnswered={() => void refetch()} />
        ))}
      </ItemList>
    </Panel>
  )
}

function UnverifiedEmail({ email }: { email: string }) {
  return (
    <Panel title="Team Invitations for You">
      <Stack gap="sm">
        <Text size="sm">
          <strong>Verify your email to see invitations.</strong> Open the link in the email that we sent to {email}.
        </Text>
        <ResendLink />
      </Stack>
    </Panel>
  )
}

interface ReceivedInviteProps {
  invite: ReceivedInvite
  onAnswered: () => void
}

function ReceivedInvite({ invite, onAnswered }: ReceivedInviteProps) {
  const { accept, join, decline } = useInviteAnswers()
  const { token, accountName, accountNamespace, invitedByName, role, expiresAt } = invite
  const errorText = accept.errorText ?? decline.errorText
  const onAccept = async () => {
    const joined = await join(token)
    if (!joined) return
    onAnswered()
    const more = joined.isOpen ? 'Switch to it in the header.' : closedText
    notify(`You joined ${accountName}. ${more}`)
  }
  const onDecline = async () => {
    if (!(await decline.run({ input: { token } }))) return
    onAnswered()
    notify(`You declined the invitation to ${accountName}.`)
  }
  return (
    <Item
      title={accountName}
      tags={<RoleTag of={role} />}
      description={
        <>
          <code>@{accountNamespace}</code>, invited by {invitedByName ?? 'a former member'}, expires{' '}
          <When iso={expiresAt} />
        </>
      }
      actions={
        <>
          <Button
            size="xs"
            loading={accept.pending}
            aria-label={`Accept the invitation to ${accountName}`}
            onClick={() => void onAccept()}
          >
            Accept
          </Button>
          <Button
            size="xs"
            variant="default"
            loading={decline.pending}
            aria-label={`Decline the invitation to ${accountName}`}
            onClick={() => void onDecline()}
          >
            Decline
          </Button>
        </>
      }
    >
      {errorText && <Notice tone="danger">{errorText}</Notice>}
    </Item>
  )
}

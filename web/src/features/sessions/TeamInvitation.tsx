import { webPaths } from '@culvert/schema/web-paths'
import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useNavigate } from 'react-router-dom'
import { rememberAccountId } from '../../auth/active-account-id.ts'
import { RoleTag } from '../accounts/RoleTag.tsx'
import { closedText, useInviteAnswers } from '../team/useInviteAnswers.ts'
import { FactList } from '../../ui/FactList.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { notify } from '../../ui/notify.ts'
import { Panel } from '../../ui/Panel.tsx'
import { checkInvitedEmail, type Invitation } from './useInvitation.ts'
import { TextLink } from '../../ui/TextLink.tsx'

const dashboard = webPaths.gettingStarted

interface TeamInvitationProps {
  invitation: Invitation
  /** The signed-in person's address; null for a person with only a phone number. */
  email: string | null
}

/** Asks a signed-in person whether to join the team that invited them. */
export function TeamInvitation({ invitation, email }: TeamInvitationProps) {
  const navigate = useNavigate()
  const { accept, join, decline } = useInviteAnswers()
  const { token, accountName } = invitation
  const mismatch = checkInvitedEmail(email ?? '', invitation)
  const errorText = mismatch ?? accept.errorText ?? decline.errorText

  const onJoin = async () => {
    const joined = await join(token)
    if (!joined) return
    rememberAccountId(joined.accountId)
    if (!joined.isOpen) notify(`You joined ${accountName}. ${closedText}`)
    await navigate(dashboard, { replace: true })
  }
  const refuse = async () => {
    if (await decline.run({ input: { token } })) await navigate(dashboard, { replace: true })
  }

  return (
    <Panel title="Team Invitation">
      <Stack>
        <FactList
          facts={[
            { name: 'Team', value: accountName },
            { name: 'Namespace', value: <code>@{invitation.accountNamespace}</code> },
            { name: 'Your role', value: <RoleTag of={invitation.role} /> },
            { name: 'Invited by', value: invitation.invitedByName },
          ]}
        />
        {errorText && <Notice tone="danger">{errorText}</Notice>}
        {mismatch ? (
          <Text size="sm">
            The invitation is for {invitation.email}. <Anchor href={webPaths.logout}>Sign out</Anchor>, then open its
            link again.
          </Text>
        ) : (
          <>
            <Button loading={accept.pending} onClick={() => void onJoin()}>
              Join Team
            </Button>
            <Button variant="default" loading={decline.pending} onClick={() => void refuse()}>
              Decline Invitation
            </Button>
          </>
        )}
        <Text size="sm" ta="center">
          <TextLink to={dashboard} replace>
            Skip for now and go to dashboard
          </TextLink>
        </Text>
      </Stack>
    </Panel>
  )
}

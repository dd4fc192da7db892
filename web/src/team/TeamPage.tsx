import { useQuery, useSubscription } from '@apollo/client/react'
import { Button } from '@mantine/core'
import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { PlanNotice } from '../billing/PlanNotice.tsx'
import { useFallbackPollMs } from '../graphql/ConnectionProvider.tsx'
import { getErrorText } from '../graphql/errors.ts'
import { useTitle } from '../site/useSite.ts'
import { formatNumber } from '../ui/format.ts'
import { IconPlus } from '../ui/icons.ts'
import { hasRoom } from '../ui/limits.ts'
import { LoadError } from '../ui/LoadError.tsx'
import { notify } from '../ui/notify.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import { UsageCard } from '../ui/UsageCard.tsx'
import { useFlag } from '../ui/useFlag.ts'
import { InviteMemberForm } from './InviteMemberForm.tsx'
import { InvitePanels } from './InvitePanels.tsx'
import { MemberPanel } from './MemberPanel.tsx'
import { OwnPlace } from './OwnPlace.tsx'
import { ReceivedInvites } from './ReceivedInvites.tsx'
import { RolePermissions } from './RolePermissions.tsx'
import { TeamPage_AccountChangedDocument, TeamPage_QueryDocument } from './TeamPage.generated.ts'
import { useExpiries } from './useExpiries.ts'

/** Who belongs to the account, who is invited to it, and where the viewer is invited to. */
export function TeamPage() {
  useTitle('Identity & Access')
  const { membership } = useActiveAccount()
  const variables = { accountId: membership.account.id }
  const { data, error, refetch } = useQuery(TeamPage_QueryDocument, { variables, pollInterval: useFallbackPollMs() })
  useSubscription(TeamPage_AccountChangedDocument, { variables, ignoreResults: true })
  const [formOpened, setFormOpened] = useFlag('new')

  const account = data?.account
  const pending = account?.invites.filter(({ status }) => status === 'pending')
  useExpiries(pending?.map(({ expiresAt }) => expiresAt) ?? [], () => void refetch())
  // An invitation holds a seat until it is answered or over.
  const seats = account && pending && account.members.length + pending.length
  const full = account !== undefined && seats !== undefined && !hasRoom(seats, account.plan.maxTeamMembers)
  const canInvite = account?.viewerCanInvite ?? false
  const inviting = formOpened && canInvite && !full

  return (
    <>
      <PageHeader
        title="Identity & Access"
        description="The people of this account and what each may do in it."
        actions={
          canInvite &&
          !full &&
          !inviting && (
            <Button leftSection={<IconPlus size={17} aria-hidden />} onClick={() => setFormOpened(true)}>
              Invite Member
            </Button>
          )
        }
      />
      {error && !account ? (
        <LoadError what="your team" reason={getErrorText(error)} onRetry={() => void refetch()} />
      ) : (
        <>
          <UsageCard title="Team Usage" used={seats} limit={account?.plan.maxTeamMembers}>
            {account && pending && describeSeats(account.members.length, pending.length)}
          </UsageCard>
          {full && canInvite && (
            <PlanNotice tone="warning" title="Team Limit Reached">
              Members and pending invitations fill your current plan. Remove one, or upgrade to invite more.
            </PlanNotice>
          )}
          {inviting && (
            <Panel title="Invite Member">
              <InviteMemberForm
                accountId={membership.account.id}
                onCancel={() => setFormOpened(false)}
                onInvited={({ email }) => {
                  setFormOpened(false)
                  notify(`The invitation to ${email} is on its way.`)
                }}
              />
            </Panel>
          )}
          <ReceivedInvites />
          <InvitePanels invites={account?.invites} />
          <MemberPanel members={account?.members} />
          {account && <OwnPlace account={account} membership={membership} />}
        </>
      )}
      <RolePermissions />
    </>
  )
}

function describeSeats(members: number, invited: number): string {
  return `${formatNumber(members, 'member')}, ${formatNumber(invited, 'pending invitation')}.`
}

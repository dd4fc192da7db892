import { useQuery } from '@apollo/client/react'
import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { useAccountQuery } from '../accounts/useAccountQuery.ts'
import { PlanNotice } from '../plans/PlanNotice.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { useSteady } from '../../graphql/useSteady.ts'
import { Screen } from '../site/Screen.tsx'
import { AddButton } from '../../ui/AddButton.tsx'
import { formatNumber } from '../../ui/format.ts'
import { LoadingPanel } from '../../ui/LoadingPanel.tsx'
import { notify } from '../../ui/notify.ts'
import { Panel } from '../../ui/Panel.tsx'
import { UsageCard } from '../../ui/UsageCard.tsx'
import { useFlag } from '../../ui/useFlag.ts'
import { InviteMemberForm } from './InviteMemberForm.tsx'
import { InvitePanels } from './InvitePanels.tsx'
import { MemberPanel } from './MemberPanel.tsx'
import { OwnMembership } from './OwnMembership.tsx'
import { receivedInvitesQuery } from './received-invites.ts'
import { ReceivedInvites } from './ReceivedInvites.tsx'
import { RolePermissions } from './RolePermissions.tsx'
import { useExpiries } from './useExpiries.ts'

const pageQuery = graphql(`
  query TeamPage_Query($accountId: ID!) {
    account(id: $accountId) {
      ...TeamAccount_Account
    }
  }
`)

/** The account's members and invitations, and the invitations that the viewer received. */
export function TeamPage() {
  const { membership } = useActiveAccount()
  const { data, failure, refetch } = useAccountQuery(pageQuery, 'your team', { live: true })
  const [formOpened, setFormOpened] = useFlag('new')

  // Panels that only some people have would push the others down, so all appear together.
  const received = useSteady(useQuery(receivedInvitesQuery))
  const account = received.data || received.error ? data?.account : undefined
  const pending = account?.invites.filter(({ status }) => status === 'pending')
  useExpiries(pending?.map(({ expiresAt }) => expiresAt) ?? [], refetch)
  // An invitation takes a seat until it is answered or expires.
  const seats = account && pending && account.members.length + pending.length
  const permission = account?.viewerCanInviteMember
  const canInvite = permission?.allowed ?? membership.account.viewerCanInvite
  const inviting = account !== undefined && formOpened && canInvite

  return (
    <Screen
      title="Identity & Access"
      description="Who belongs to this account, and what each role can do."
      actions={
        canInvite &&
        !inviting &&
        !failure && (
          <AddButton label="Invite Member" loading={account === undefined} onClick={() => setFormOpened(true)} />
        )
      }
      failure={failure}
    >
      <UsageCard title="Team Usage" used={seats} limit={account?.plan.maxTeamMembers}>
        {account && pending && describeSeats(account.members.length, pending.length)}
      </UsageCard>
      <PlanNotice permission={permission} />
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
      {account ? (
        <>
          <ReceivedInvites />
          <InvitePanels invites={account.invites} />
          <MemberPanel members={account.members} />
          <OwnMembership account={account} membership={membership} />
          <RolePermissions />
        </>
      ) : (
        <LoadingPanel />
      )}
    </Screen>
  )
}

function describeSeats(members: number, invited: number): string {
  return `${formatNumber(members, 'member')}, ${formatNumber(invited, 'pending invitation')}.`
}

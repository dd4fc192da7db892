import { useQuery } from '@apollo/client/react'
import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { useAccountChanges, useAccountQuery } from '../accounts/useAccountQuery.ts'
import { PlanNotice } from '../billing/PlanNotice.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { QueryError } from '../../graphql/QueryError.tsx'
import { useSteady } from '../../graphql/useSteady.ts'
import { useTitle } from '../site/useSite.ts'
import { AddButton } from '../../ui/AddButton.tsx'
import { formatNumber } from '../../ui/format.ts'
import { LoadingPanel } from '../../ui/LoadingPanel.tsx'
import { notify } from '../../ui/notify.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { UsageCard } from '../../ui/UsageCard.tsx'
import { useFlag } from '../../ui/useFlag.ts'
import { InviteMemberForm } from './InviteMemberForm.tsx'
import { InvitePanels } from './InvitePanels.tsx'
import { MemberPanel } from './MemberPanel.tsx'
import { OwnPlace } from './OwnPlace.tsx'
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

const accountChangedSubscription = graphql(`
  subscription TeamPage_AccountChanged($accountId: ID!) {
    accountChanged(accountId: $accountId) {
      ...TeamAccount_Account
    }
  }
`)

/** The account's members and invitations, and the invitations that the viewer received. */
export function TeamPage() {
  useTitle('Identity & Access')
  const { membership } = useActiveAccount()
  const { data, error, refetch } = useAccountQuery(pageQuery)
  useAccountChanges(accountChangedSubscription)
  const [formOpened, setFormOpened] = useFlag('new')

  // Panels that only some people have would push the others down, so all appear together.
  const received = useSteady(useQuery(receivedInvitesQuery))
  const account = received.data || received.error ? data?.account : undefined
  const pending = account?.invites.filter(({ status }) => status === 'pending')
  useExpiries(pending?.map(({ expiresAt }) => expiresAt) ?? [], () => void refetch())
  // An invitation takes a seat until it is answered or expires.
  const seats = account && pending && account.members.length + pending.length
  const permission = account?.viewerCanInviteMember
  const canInvite = permission?.allowed ?? membership.account.viewerCanInvite
  const failed = error !== undefined && !data
  const inviting = account !== undefined && formOpened && canInvite

  return (
    <>
      <PageHeader
        title="Identity & Access"
        description="The people of this account and what each may do in it."
        actions={
          canInvite &&
          !inviting &&
          !failed && (
            <AddButton label="Invite Member" loading={account === undefined} onClick={() => setFormOpened(true)} />
          )
        }
      />
      {failed ? (
        <QueryError what="your team" error={error} onRetry={() => void refetch()} />
      ) : (
        <>
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
              <OwnPlace account={account} membership={membership} />
              <RolePermissions />
            </>
          ) : (
            <LoadingPanel />
          )}
        </>
      )}
    </>
  )
}

function describeSeats(members: number, invited: number): string {
  return `${formatNumber(members, 'member')}, ${formatNumber(invited, 'pending invitation')}.`
}

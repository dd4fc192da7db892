import type { ResultOf } from '@graphql-typed-document-node/core'
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Membership } from '../accounts/membership.ts'
import { roles } from '../accounts/roles.ts'
import { useForgetAccount } from '../accounts/useForgetAccount.ts'
import { ActionDialog } from '../../graphql/ActionDialog.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { notify } from '../../ui/notify.ts'
import { Panel } from '../../ui/Panel.tsx'
import { getMemberAddress, getMemberName } from './member.ts'

const teamAccountFragment = graphql(`
  fragment TeamAccount_Account on Account {
    id
    viewerCanInvite
    viewerCanInviteMember {
      ...Permission_Permission
    }
    viewerCanLeave
    viewerCanTransferOwnership
    plan {
      id
      maxTeamMembers
    }
    members {
      ...MemberTable_Member
    }
    invites {
      ...Invite_Invite
    }
  }
`)

type TeamAccount = ResultOf<typeof teamAccountFragment>

const leaveAccountMutation = graphql(`
  mutation OwnPlace_LeaveAccount($input: LeaveAccountInput!) {
    leaveAccount(input: $input) {
      accountId
    }
  }
`)

const transferOwnershipMutation = graphql(`
  mutation OwnPlace_TransferOwnership($input: TransferOwnershipInput!) {
    transferOwnership(input: $input) {
      account {
        ...TeamAccount_Account
        ...ActiveAccount_Account
        viewerRole
      }
    }
  }
`)

interface OwnPlaceProps {
  account: TeamAccount
  membership: Membership
}

/** The viewer's own membership, and how to give it up. */
export function OwnPlace({ account, membership }: OwnPlaceProps) {
  const [leaving, setLeaving] = useState(false)
  const [transferring, setTransferring] = useState(false)
  const forgetAccount = useForgetAccount()
  const { name } = membership.account
  const heirs = account.members.filter((member) => member.viewerCanTransferOwnershipTo)

  return (
    <Panel title="Your place in this team">
      <Text size="sm" mb="md">
        Your role in {name} is {roles[membership.role].name}.{' '}
        {!account.viewerCanLeave && describeWayOut(heirs.length, account.members.length - 1)}
      </Text>
      <Group gap="xs">
        {account.viewerCanTransferOwnership && (
          <Button variant="default" disabled={heirs.length === 0} onClick={() => setTransferring(true)}>
            Transfer ownership
          </Button>
        )}
        {account.viewerCanLeave && (
          <Button variant="default" onClick={() => setLeaving(true)}>
            Leave account
          </Button>
        )}
      </Group>
      <ActionDialog
        item={leaving ? account : undefined}
        title={() => `Leave ${name}`}
        confirmLabel="Leave account"
        document={leaveAccountMutation}
        variables={({ id }) => ({ input: { accountId: id } })}
        onDone={() => {
          forgetAccount(membership)
          notify(`You left ${name}.`)
        }}
        onClose={() => setLeaving(false)}
      >
        {() => (
          <p>
            You lose access to {name} and all of its resources. Your AuthID for it stops working, and your agents end
            within 2 seconds. Only an invitation brings you back.
          </p>
        )}
      </ActionDialog>
      <TransferDialog
        membership={membership}
        heirs={transferring ? heirs : undefined}
        onClose={() => setTransferring(false)}
      />
    </Panel>
  )
}

/** What a member who cannot leave can do instead. Only a member with a verified e-mail can become the owner. */
function describeWayOut(heirs: number, others: number): string {
  if (heirs > 0) return 'To leave, transfer the ownership first, or delete the account in the settings.'
  const condition = others > 0 ? 'another member has verified their e-mail' : 'somebody else is a member'
  return `Once ${condition}, you can transfer the ownership and leave. Or delete the account in the settings.`
}

interface TransferDialogProps {
  membership: Membership
  /** The members who can take the account over; undefined while the dialog is closed. */
  heirs: TeamAccount['members'] | undefined
  onClose: () => void
}

function TransferDialog({ membership, heirs, onClose }: TransferDialogProps) {
  const [chosenId, setChosenId] = useState<string>()
  const { account } = membership
  const memberId = chosenId ?? heirs?.[0]?.id ?? ''
  return (
    <ActionDialog
      item={heirs}
      title={() => `Transfer ${account.name}`}
      confirmLabel="Transfer ownership"
      document={transferOwnershipMutation}
      variables={() => ({ input: { accountId: account.id, memberId } })}
      update={(cache, { data }) => {
        if (!data) return
        const { viewerRole } = data.transferOwnership.account
        cache.modify({ id: cache.identify({ ...membership }), fields: { role: () => viewerRole } })
      }}
      onDone={() => notify(`${account.name} has a new owner.`)}
      onClose={onClose}
    >
      {(candidates) => (
        <Stack>
          <NativeSelect
            label="New owner"
            data={candidates.map((member) => ({
              value: member.id,
              label: `${getMemberName(member)} (${getMemberAddress(member)})`,
            }))}
            value={memberId}
            onChange={(event) => setChosenId(event.currentTarget.value)}
          />
          <Text size="sm">
            They become Super Admin: billing, plan, settings and deletion are theirs. You become Admin and cannot take
            this back. Only members with a verified e-mail are offered.
          </Text>
        </Stack>
      )}
    </ActionDialog>
  )
}

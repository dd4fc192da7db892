import type { ResultOf } from '@graphql-typed-document-node/core'
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Membership } from '../accounts/membership.ts'
import { roles } from '../accounts/roles.ts'
import { useForgetAccount } from '../accounts/useForgetAccount.ts'
import { ActionDialog, type DialogProps } from '../../graphql/ActionDialog.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { notify } from '../../ui/notify.ts'
import { Panel } from '../../ui/Panel.tsx'
import { LeaveDialog } from '../accounts/LeaveDialog.tsx'
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

const transferOwnershipMutation = graphql(`
  mutation OwnMembership_TransferOwnership($input: TransferOwnershipInput!) {
    transferOwnership(input: $input) {
      account {
        ...TeamAccount_Account
        ...ActiveAccount_Account
        viewerRole
      }
    }
  }
`)

interface OwnMembershipProps {
  account: TeamAccount
  membership: Membership
}

/** The viewer's own membership, and a way to give it up. */
export function OwnMembership({ account, membership }: OwnMembershipProps) {
  const [leaving, setLeaving] = useState(false)
  /** The member whom the open dialog names. */
  const [heirId, setHeirId] = useState<string>()
  const forgetAccount = useForgetAccount()
  const { name, suspension } = membership.account
  const successors = account.members.filter((member) => member.viewerCanTransferOwnershipTo)

  return (
    <Panel title="Your membership">
      <Text size="sm" mb="md">
        Your role in {name} is {roles[membership.role].name}.{' '}
        {!account.viewerCanLeave &&
          (suspension
            ? 'Ownership cannot be transferred while the account is suspended. To leave, delete the account in Settings.'
            : describeAlternatives(successors.length, account.members.length - 1))}
      </Text>
      <Group gap="xs">
        {account.viewerCanTransferOwnership && (
          <Button variant="default" disabled={successors.length === 0} onClick={() => setHeirId(successors[0]?.id)}>
            Transfer ownership
          </Button>
        )}
        {account.viewerCanLeave && (
          <Button variant="default" onClick={() => setLeaving(true)}>
            Leave account
          </Button>
        )}
      </Group>
      <LeaveDialog
        item={leaving ? membership.account : undefined}
        onLeft={() => forgetAccount(membership)}
        onClose={() => setLeaving(false)}
      />
      <TransferDialog
        membership={membership}
        item={heirId === undefined ? undefined : { successors, heirId }}
        onChoose={setHeirId}
        onClose={() => setHeirId(undefined)}
      />
    </Panel>
  )
}

/** Describes the alternatives of a member who cannot leave. Only a member with a verified e-mail can become the owner. */
function describeAlternatives(successors: number, others: number): string {
  if (successors > 0) return 'To leave, transfer ownership first, or delete the account in Settings.'
  const condition = others > 0 ? 'another member has verified their email address' : 'somebody else is a member'
  return `Once ${condition}, you can transfer ownership and leave. Or delete the account in Settings.`
}

interface Transfer {
  /** The members who can take over the account now. */
  successors: TeamAccount['members']
  /** The member who is named. They stay so if they can no longer take it over: nobody else may become the owner unnoticed. */
  heirId: string
}

interface TransferDialogProps extends DialogProps<Transfer> {
  membership: Membership
  onChoose: (memberId: string) => void
}

function TransferDialog({ membership, onChoose, ...dialog }: TransferDialogProps) {
  const { account } = membership
  return (
    <ActionDialog
      {...dialog}
      title={() => `Transfer ${account.name}`}
      confirmLabel="Transfer ownership"
      document={transferOwnershipMutation}
      variables={({ heirId }) => ({ input: { accountId: account.id, memberId: heirId } })}
      update={(cache, { data }) => {
        if (!data) return
        const { viewerRole } = data.transferOwnership.account
        cache.modify({ id: cache.identify({ ...membership }), fields: { role: () => viewerRole } })
      }}
      onDone={() => notify(`${account.name} has a new owner.`)}
    >
      {({ successors, heirId }) => (
        <Stack>
          <NativeSelect
            label="New owner"
            data={listChoices(successors, heirId)}
            value={heirId}
            onChange={(event) => onChoose(event.currentTarget.value)}
          />
          <Text size="sm">
            The new owner becomes Super Admin, and decides about billing, the plan, settings and deletion. You become
            Admin, and cannot undo this. Only members with a verified email address are listed.
          </Text>
        </Stack>
      )}
    </ActionDialog>
  )
}

function listChoices(successors: TeamAccount['members'], heirId: string): { value: string; label: string }[] {
  const choices = successors.map((member) => ({
    value: member.id,
    label: `${getMemberName(member)} (${getMemberAddress(member)})`,
  }))
  if (choices.some(({ value }) => value === heirId)) return choices
  return [{ value: heirId, label: 'Who was named here can no longer take it over' }, ...choices]
}

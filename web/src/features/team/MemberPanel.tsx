import { useState } from 'react'
import { graphql } from '../../graphql/generated/gql.ts'
import { useAction } from '../../graphql/useAction.ts'
import { FindPanel } from '../../ui/FindPanel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import type { GivenRole } from '../accounts/given-roles.ts'
import { getMemberName, type Member, getMemberAddress } from './member.ts'
import { MemberTable } from './MemberTable.tsx'
import { ActionDialog } from '../../graphql/ActionDialog.tsx'
import { notify } from '../../ui/notify.ts'

const removeMemberMutation = graphql(`
  mutation MemberPanel_Remove($input: RemoveMemberInput!) {
    removeMember(input: $input) {
      memberId
    }
  }
`)

const changeMemberRoleMutation = graphql(`
  mutation MemberTable_ChangeMemberRole($input: ChangeMemberRoleInput!) {
    changeMemberRole(input: $input) {
      member {
        id
        role
      }
    }
  }
`)

/** The account's members, with actions for viewers who may change or remove them. Undefined while they load. */
export function MemberPanel({ members }: { members: Member[] | undefined }) {
  const [removing, setRemoving] = useState<Member>()
  const change = useAction(changeMemberRoleMutation, {
    optimisticResponse: ({ input: { id, role } }) => ({
      changeMemberRole: { __typename: 'ChangeMemberRolePayload', member: { __typename: 'Member', id, role } },
    }),
  })
  // Of any change that failed: several may be under way.
  const [refusal, setRefusal] = useState<string>()
  const changeRole = ({ id }: Member, role: GivenRole) => {
    setRefusal(undefined)
    void change.run({ input: { id, role } }, setRefusal)
  }

  return (
    <>
      {refusal && (
        <Notice tone="danger" title="The role was not changed">
          {refusal}
        </Notice>
      )}
      <FindPanel
        title="Team Members"
        label="Find a member"
        items={members}
        listWords={(member) => [getMemberName(member), member.user.email]}
      >
        {(found) => <MemberTable members={found} onChangeRole={changeRole} onRemove={setRemoving} />}
      </FindPanel>
      <ActionDialog
        item={removing}
        onClose={() => setRemoving(undefined)}
        title={() => 'Remove Team Member'}
        confirmLabel="Remove member"
        document={removeMemberMutation}
        variables={({ id }) => ({ input: { id } })}
        optimistic={({ id }) => ({ removeMember: { __typename: 'RemoveMemberPayload', memberId: id } })}
        removed={(data) => ({ __typename: 'Member', id: data.removeMember.memberId })}
        onDone={(removed) => notify(`${getMemberAddress(removed)} was removed.`)}
      >
        {(shown) => (
          <>
            <p>
              Are you sure you want to remove {getMemberAddress(shown)} from the team? They will lose access to this
              account and all associated resources.
            </p>
            <p>Their AuthID stops working, and their agents end within 2 seconds. The account's gateways stay.</p>
          </>
        )}
      </ActionDialog>
    </>
  )
}

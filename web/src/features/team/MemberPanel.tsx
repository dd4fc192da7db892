import { useState } from 'react'
import { graphql } from '../../graphql/generated/gql.ts'
import { useAction } from '../../graphql/useAction.ts'
import { FindPanel } from '../../ui/FindPanel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import type { GivenRole } from '../accounts/given-roles.ts'
import { getMemberName, type Member } from './member.ts'
import { MemberTable } from './MemberTable.tsx'
import { RemoveMemberDialog } from './RemoveMemberDialog.tsx'

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
      <RemoveMemberDialog item={removing} onClose={() => setRemoving(undefined)} />
    </>
  )
}

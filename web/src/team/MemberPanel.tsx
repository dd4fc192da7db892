import { useState } from 'react'
import { useAction } from '../graphql/useAction.ts'
import { FindField } from '../ui/FindField.tsx'
import { NothingFound } from '../ui/NothingFound.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Panel } from '../ui/Panel.tsx'
import { useFind } from '../ui/useFind.ts'
import type { GivenRole } from './given-roles.ts'
import { getMemberName } from './member-name.ts'
import { MemberTable_ChangeMemberRoleDocument, type MemberTable_MemberFragment } from './MemberTable.generated.ts'
import { MemberTable } from './MemberTable.tsx'
import { RemoveMemberDialog } from './RemoveMemberDialog.tsx'

/** The account's members, whom those who may change and remove. Undefined while they load. */
export function MemberPanel({ members }: { members: MemberTable_MemberFragment[] | undefined }) {
  const [removing, setRemoving] = useState<MemberTable_MemberFragment>()
  const find = useFind(members, (member) => [getMemberName(member), member.user.email])
  const change = useAction(MemberTable_ChangeMemberRoleDocument, {
    optimisticResponse: ({ input: { id, role } }) => ({
      changeMemberRole: { __typename: 'ChangeMemberRolePayload', member: { __typename: 'Member', id, role } },
    }),
  })
  const changeRole = ({ id }: MemberTable_MemberFragment, role: GivenRole) => void change.run({ input: { id, role } })

  return (
    <>
      {change.errorText && (
        <Notice tone="danger" title="The role stayed as it was">
          {change.errorText}
        </Notice>
      )}
      <Panel title="Team Members" aside={<FindField label="Find a member" find={find} total={members?.length} />} flush>
        {find.found?.length === 0 ? (
          <NothingFound wanted={find.wanted} />
        ) : (
          <MemberTable members={find.found} onChangeRole={changeRole} onRemove={setRemoving} />
        )}
      </Panel>
      <RemoveMemberDialog member={removing} onClose={() => setRemoving(undefined)} />
    </>
  )
}

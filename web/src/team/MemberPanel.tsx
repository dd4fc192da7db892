import { useState } from 'react'
import { useAction } from '../graphql/useAction.ts'
import { Notice } from '../ui/Notice.tsx'
import { Panel } from '../ui/Panel.tsx'
import type { GivenRole } from './given-roles.ts'
import { MemberTable_ChangeMemberRoleDocument, type MemberTable_MemberFragment } from './MemberTable.generated.ts'
import { MemberTable } from './MemberTable.tsx'
import { RemoveMemberDialog } from './RemoveMemberDialog.tsx'

/** The account's members, whom those who may change and remove. Undefined while they load. */
export function MemberPanel({ members }: { members: MemberTable_MemberFragment[] | undefined }) {
  const [removing, setRemoving] = useState<MemberTable_MemberFragment>()
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
      <Panel title="Team Members" flush>
        <MemberTable members={members} onChangeRole={changeRole} onRemove={setRemoving} />
      </Panel>
      <RemoveMemberDialog member={removing} onClose={() => setRemoving(undefined)} />
    </>
  )
}

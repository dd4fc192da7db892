import { useState } from 'react'
import { ActionIcon, Group, NativeSelect } from '@mantine/core'
import { graphql } from '../../graphql/generated/gql.ts'
import { useAction } from '../../graphql/useAction.ts'
import { FindPanel } from '../../ui/FindPanel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { type GivenRole, givenRoles } from '../accounts/given-roles.ts'
import { getMemberName, type Member, getMemberAddress } from './member.ts'
import { ActionDialog } from '../../graphql/ActionDialog.tsx'
import { notify } from '../../ui/notify.ts'
import { roles } from '../accounts/roles.ts'
import { RoleTag } from '../accounts/RoleTag.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { IconDelete } from '../../ui/icons.ts'
import { Initials } from '../../ui/Initials.tsx'
import { TwoLines } from '../../ui/TwoLines.tsx'
import { When } from '../../ui/When.tsx'

const removeMemberMutation = graphql(`
  mutation MemberPanel_Remove($input: RemoveMemberInput!) {
    removeMember(input: $input) {
      memberId
    }
  }
`)

const changeMemberRoleMutation = graphql(`
  mutation MemberPanel_ChangeRole($input: ChangeMemberRoleInput!) {
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
        {(found) => (
          <DataTable
            caption="Team members"
            columns={
              found?.some(isChangeable) ? [...factColumns, getActionColumn(changeRole, setRemoving)] : factColumns
            }
            rows={found}
            rowKey={({ id }) => id}
          />
        )}
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
            <p>
              Their AuthID and machine tokens stop working, and their agents end within 2 seconds. The account's
              gateways stay.
            </p>
          </>
        )}
      </ActionDialog>
    </>
  )
}

/** Reports whether the viewer may change or remove a member. */
const isChangeable = ({ viewerCanChangeRole, viewerCanRemove }: Member) => viewerCanChangeRole || viewerCanRemove

/** The roles, the one that may do most first. */
const ranks = Object.keys(roles)

const factColumns: Column<Member>[] = [
  {
    title: 'Member',
    sortBy: getMemberName,
    cell: (member) => (
      <Group component="span" display="inline-flex" gap="0.625rem" wrap="nowrap" miw={0} maw="100%">
        <Initials name={getMemberName(member)} />
        <TwoLines first={<strong>{getMemberName(member)}</strong>} second={member.user.email} />
      </Group>
    ),
  },
  { title: 'Role', cell: ({ role }) => <RoleTag of={role} />, sortBy: ({ role }) => ranks.indexOf(role) },
  { title: 'Joined', cell: ({ createdAt }) => <When iso={createdAt} />, sortBy: ({ createdAt }) => createdAt },
]

const getActionColumn = (
  onChangeRole: (member: Member, role: GivenRole) => void,
  onRemove: (member: Member) => void,
): Column<Member> => ({
  title: 'Actions',
  cell: (member) =>
    isChangeable(member) && (
      <Group gap="xs" wrap="nowrap">
        {member.viewerCanChangeRole && (
          <NativeSelect
            size="xs"
            aria-label={`Role of ${getMemberAddress(member)}`}
            data={givenRoles}
            value={member.role}
            onChange={({ currentTarget: { selectedIndex } }) => {
              const role = givenRoles[selectedIndex]?.value
              if (role) onChangeRole(member, role)
            }}
          />
        )}
        {member.viewerCanRemove && (
          <ActionIcon
            color="red"
            aria-label={`Remove ${getMemberAddress(member)}`}
            title="Remove from the team"
            onClick={() => onRemove(member)}
          >
            <IconDelete size={17} aria-hidden />
          </ActionIcon>
        )}
      </Group>
    ),
})

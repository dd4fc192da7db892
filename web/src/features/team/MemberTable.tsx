import { ActionIcon, Group, NativeSelect } from '@mantine/core'
import { roles } from '../accounts/roles.ts'
import { RoleTag } from '../accounts/RoleTag.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { IconDelete } from '../../ui/icons.ts'
import { Initials } from '../../ui/Initials.tsx'
import { TwoLines } from '../../ui/TwoLines.tsx'
import { When } from '../../ui/When.tsx'
import { givenRoles, type GivenRole } from '../accounts/given-roles.ts'
import { getMemberAddress, getMemberName, type Member } from './member.ts'
import classes from './MemberTable.module.css'

interface MemberTableProps {
  /** Undefined while they load. */
  members: Member[] | undefined
  onChangeRole: (member: Member, role: GivenRole) => void
  onRemove: (member: Member) => void
}

type MemberColumn = Column<Member>

/** The account's members. */
export function MemberTable({ members, onChangeRole, onRemove }: MemberTableProps) {
  const canAct = members?.some((member) => member.viewerCanChangeRole || member.viewerCanRemove)
  const columns = canAct ? [...factColumns, getActionColumn(onChangeRole, onRemove)] : factColumns
  return <DataTable caption="Team members" columns={columns} rows={members} rowKey={({ id }) => id} />
}

/** The roles, the one that may do most first. */
const ranks = Object.keys(roles)

const factColumns: MemberColumn[] = [
  {
    title: 'Member',
    sortBy: getMemberName,
    cell: (member) => (
      <span className={classes.member}>
        <Initials name={getMemberName(member)} />
        <TwoLines first={<strong>{getMemberName(member)}</strong>} second={member.user.email} />
      </span>
    ),
  },
  { title: 'Role', cell: ({ role }) => <RoleTag of={role} />, sortBy: ({ role }) => ranks.indexOf(role) },
  { title: 'Joined', cell: ({ createdAt }) => <When iso={createdAt} />, sortBy: ({ createdAt }) => createdAt },
]

const getActionColumn = (
  onChangeRole: MemberTableProps['onChangeRole'],
  onRemove: MemberTableProps['onRemove'],
): MemberColumn => ({
  title: 'Actions',
  cell: (member) =>
    (member.viewerCanChangeRole || member.viewerCanRemove) && (
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

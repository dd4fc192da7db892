import { Button } from '@mantine/core'
import { RoleTag } from '../accounts/RoleTag.tsx'
import { DataTable, type Column } from '../ui/DataTable.tsx'
import { When } from '../ui/When.tsx'
import type { Invite_InviteFragment } from './Invite.generated.ts'
import { InviteStatusBadge } from './InviteStatusBadge.tsx'

interface InviteTableProps {
  invites: Invite_InviteFragment[]
  onRevoke: (invite: Invite_InviteFragment) => void
}

/** Every invitation of the account, whatever became of it. */
export function InviteTable({ invites, onRevoke }: InviteTableProps) {
  return <DataTable caption="All invitations" columns={getColumns(onRevoke)} rows={invites} rowKey={({ id }) => id} />
}

const getColumns = (onRevoke: InviteTableProps['onRevoke']): Column<Invite_InviteFragment>[] => [
  { title: 'Email', cell: ({ email }) => <strong>{email}</strong> },
  { title: 'Role', cell: ({ role }) => <RoleTag of={role} /> },
  { title: 'Status', cell: ({ status }) => <InviteStatusBadge status={status} /> },
  { title: 'Invited', cell: ({ createdAt }) => <When iso={createdAt} /> },
  { title: 'Expires', cell: ({ expiresAt }) => <When iso={expiresAt} /> },
  {
    title: 'Actions',
    titleHidden: true,
    cell: (invite) =>
      invite.viewerCanRevoke && (
        <Button
          variant="default"
          size="xs"
          aria-label={`Revoke the invitation of ${invite.email}`}
          onClick={() => onRevoke(invite)}
        >
          Revoke
        </Button>
      ),
  },
]

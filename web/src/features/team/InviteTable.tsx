import type { ResultOf } from '@graphql-typed-document-node/core'
import { Button } from '@mantine/core'
import { RoleTag } from '../accounts/RoleTag.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { When } from '../../ui/When.tsx'
import { InviteStatusBadge } from './InviteStatusBadge.tsx'

const inviteFragment = graphql(`
  fragment Invite_Invite on Invite {
    id
    email
    role
    status
    url
    expiresAt
    createdAt
    viewerCanRevoke
  }
`)

export type Invite = ResultOf<typeof inviteFragment>

interface InviteTableProps {
  invites: Invite[]
  onRevoke: (invite: Invite) => void
}

/** Every invitation of the account, whatever its status. */
export function InviteTable({ invites, onRevoke }: InviteTableProps) {
  return <DataTable caption="All invitations" columns={getColumns(onRevoke)} rows={invites} rowKey={({ id }) => id} />
}

const getColumns = (onRevoke: InviteTableProps['onRevoke']): Column<Invite>[] => [
  { title: 'Email', cell: ({ email }) => <strong>{email}</strong> },
  { title: 'Role', cell: ({ role }) => <RoleTag of={role} /> },
  { title: 'Status', besideName: true, cell: ({ status }) => <InviteStatusBadge status={status} /> },
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
          aria-label={`Revoke the invitation for ${invite.email}`}
          onClick={() => onRevoke(invite)}
        >
          Revoke
        </Button>
      ),
  },
]

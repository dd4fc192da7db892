import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { ResultOf } from '@graphql-typed-document-node/core'
import { RoleTag } from '../accounts/RoleTag.tsx'
import { CopyableValue } from '../../ui/CopyableValue.tsx'
import { Item, ItemList } from '../../ui/ItemList.tsx'
import { OpenButton } from '../../ui/OpenButton.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useFlag } from '../../ui/useFlag.ts'
import { When } from '../../ui/When.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { ActionDialog } from '../../graphql/ActionDialog.tsx'
import { notify } from '../../ui/notify.ts'
import type { InviteStatus } from '../../graphql/generated/graphql.ts'
import { IconError, IconIdle, IconOk, IconPending } from '../../ui/icons.ts'
import { StatusBadge, type StatusLook } from '../../ui/StatusBadge.tsx'

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

const revokeInviteMutation = graphql(`
  mutation InvitePanels_Revoke($input: RevokeInviteInput!) {
    revokeInvite(input: $input) {
      invite {
        ...Invite_Invite
      }
    }
  }
`)

/** The pending invitations, and on demand all of them. Undefined while they load. */
export function InvitePanels({ invites }: { invites: Invite[] | undefined }) {
  const [allShown, setAllShown] = useFlag('invitations')
  const [revoking, setRevoking] = useState<Invite>()
  if (!invites || invites.length === 0) return null
  const pending = invites.filter(({ status }) => status === 'pending')

  return (
    <>
      <Panel
        title="Pending Invitations"
        aside={
          <Button variant="default" size="xs" aria-expanded={allShown} onClick={() => setAllShown(!allShown)}>
            {allShown ? 'Hide All Invitations' : 'Show All Invitations'}
          </Button>
        }
        flush={pending.length > 0}
      >
        {pending.length === 0 ? (
          <Text size="sm" c="dimmed">
            No invitations are pending.
          </Text>
        ) : (
          <ItemList label="Pending invitations">
            {pending.map((invite) => (
              <PendingInvite key={invite.id} invite={invite} onRevoke={setRevoking} />
            ))}
          </ItemList>
        )}
      </Panel>
      {allShown && (
        <Panel title="All Invitations" flush>
          <DataTable
            caption="All invitations"
            columns={getColumns(setRevoking)}
            rows={invites}
            rowKey={({ id }) => id}
          />
        </Panel>
      )}
      <ActionDialog
        item={revoking}
        onClose={() => setRevoking(undefined)}
        title={() => 'Revoke Invitation'}
        confirmLabel="Revoke Invitation"
        document={revokeInviteMutation}
        variables={({ id }) => ({ input: { id } })}
        optimistic={(revoked) => ({
          revokeInvite: {
            __typename: 'RevokeInvitePayload',
            invite: { ...revoked, status: 'expired' as const, url: null, viewerCanRevoke: false },
          },
        })}
        onDone={({ email }) => notify(`The invitation for ${email} was revoked.`)}
      >
        {({ email }) => (
          <p>
            Are you sure you want to revoke the invitation for {email}? This will prevent them from joining the team
            using the current invitation link.
          </p>
        )}
      </ActionDialog>
    </>
  )
}

interface PendingInviteProps {
  invite: Invite
  onRevoke: (invite: Invite) => void
}

function PendingInvite({ invite, onRevoke }: PendingInviteProps) {
  const { email, role, status, url, createdAt, expiresAt, viewerCanRevoke } = invite
  return (
    <Item
      title={email}
      tags={
        <>
          <RoleTag of={role} />
          <StatusBadge {...looks[status]} />
        </>
      }
      description={
        <>
          Invited <When iso={createdAt} />, expires <When iso={expiresAt} />
        </>
      }
      actions={
        viewerCanRevoke && (
          <Button
            variant="default"
            size="xs"
            aria-label={`Revoke Invitation for ${email}`}
            onClick={() => onRevoke(invite)}
          >
            Revoke Invitation
          </Button>
        )
      }
    >
      {url && (
        <Group gap="xs">
          <CopyableValue value={url} label="invitation link" name={`for ${email}`} />
          <OpenButton href={url} name={`the invitation for ${email}`} variant="default" />
        </Group>
      )}
    </Item>
  )
}

const looks: Record<InviteStatus, StatusLook> = {
  pending: { word: 'Pending', tone: 'warning', icon: IconPending },
  accepted: { word: 'Accepted', tone: 'positive', icon: IconOk },
  declined: { word: 'Declined', tone: 'danger', icon: IconError },
  expired: { word: 'Expired', tone: 'neutral', icon: IconIdle },
}

const getColumns = (onRevoke: (invite: Invite) => void): Column<Invite>[] => [
  { title: 'Email', cell: ({ email }) => <strong>{email}</strong> },
  { title: 'Role', cell: ({ role }) => <RoleTag of={role} /> },
  { title: 'Status', besideName: true, cell: ({ status }) => <StatusBadge {...looks[status]} /> },
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

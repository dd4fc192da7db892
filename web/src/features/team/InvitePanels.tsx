import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { RoleTag } from '../accounts/RoleTag.tsx'
import { CopyableValue } from '../../ui/CopyableValue.tsx'
import { Item, ItemList } from '../../ui/ItemList.tsx'
import { OpenButton } from '../../ui/OpenButton.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useFlag } from '../../ui/useFlag.ts'
import { When } from '../../ui/When.tsx'
import { InviteStatusBadge } from './InviteStatusBadge.tsx'
import { type Invite, InviteTable } from './InviteTable.tsx'
import { RevokeInviteDialog } from './RevokeInviteDialog.tsx'

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
          <InviteTable invites={invites} onRevoke={setRevoking} />
        </Panel>
      )}
      <RevokeInviteDialog item={revoking} onClose={() => setRevoking(undefined)} />
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
          <InviteStatusBadge status={status} />
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
          <CopyableValue value={url} label="invitation link" />
          <OpenButton href={url} variant="default" />
        </Group>
      )}
    </Item>
  )
}

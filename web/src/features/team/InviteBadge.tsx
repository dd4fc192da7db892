import { useQuery } from '@apollo/client/react'
import { VisuallyHidden } from '@mantine/core'
import { useFallbackPollMs } from '../../graphql/ConnectionProvider.tsx'
import classes from './InviteBadge.module.css'
import { receivedInvitesQuery } from './received-invites.ts'
import { useExpiries } from './useExpiries.ts'

/** The number of invitations that await the viewer's answer; nothing for none. */
export function InviteBadge() {
  const { data, refetch } = useQuery(receivedInvitesQuery, { pollInterval: useFallbackPollMs() })
  const invites = data?.viewer.invites ?? []
  useExpiries(
    invites.map(({ expiresAt }) => expiresAt),
    () => void refetch(),
  )
  if (invites.length === 0) return null
  return (
    <span className={classes.root}>
      {invites.length}
      <VisuallyHidden> pending invitations</VisuallyHidden>
    </span>
  )
}

import type { InviteStatus } from '../../graphql/generated/graphql.ts'
import { IconError, IconIdle, IconOk, IconPending } from '../../ui/icons.ts'
import { StatusBadge, type StatusLook } from '../../ui/StatusBadge.tsx'

const looks: Record<InviteStatus, StatusLook> = {
  pending: { word: 'Pending', tone: 'warning', icon: IconPending },
  accepted: { word: 'Accepted', tone: 'positive', icon: IconOk },
  declined: { word: 'Declined', tone: 'danger', icon: IconError },
  expired: { word: 'Expired', tone: 'neutral', icon: IconIdle },
}

/** The status of an invitation. */
export function InviteStatusBadge({ status }: { status: InviteStatus }) {
  return <StatusBadge {...looks[status]} />
}

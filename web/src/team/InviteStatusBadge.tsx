import type { InviteStatus } from '@culvert/schema/client-types'
import { IconError, IconIdle, IconOk, IconPending, type Icon } from '../ui/icons.ts'
import { StatusBadge, type StatusTone } from '../ui/StatusBadge.tsx'

const looks: Record<InviteStatus, { word: string; tone: StatusTone; icon: Icon }> = {
  pending: { word: 'Pending', tone: 'warning', icon: IconPending },
  accepted: { word: 'Accepted', tone: 'positive', icon: IconOk },
  declined: { word: 'Declined', tone: 'danger', icon: IconError },
  expired: { word: 'Expired', tone: 'neutral', icon: IconIdle },
}

/** Where an invitation is in its life. */
export function InviteStatusBadge({ status }: { status: InviteStatus }) {
  const { word, tone, icon } = looks[status]
  return (
    <StatusBadge tone={tone} icon={icon}>
      {word}
    </StatusBadge>
  )
}

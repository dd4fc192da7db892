import type { InviteStatus } from '../../graphql/generated/graphql.ts'
import { IconError, IconIdle, IconOk, IconPending, type Icon } from '../../ui/icons.ts'
import { StatusBadge, type StatusTone } from '../../ui/StatusBadge.tsx'

const looks: Record<InviteStatus, { word: string; tone: StatusTone; icon: Icon }> = {
  pending: { word: 'Pending', tone: 'warning', icon: IconPending },
  accepted: { word: 'Accepted', tone: 'positive', icon: IconOk },
  declined: { word: 'Declined', tone: 'danger', icon: IconError },
  expired: { word: 'Expired', tone: 'neutral', icon: IconIdle },
}

/** The status of an invitation. */
export function InviteStatusBadge({ status }: { status: InviteStatus }) {
  const { word, tone, icon } = looks[status]
  return (
    <StatusBadge tone={tone} icon={icon}>
      {word}
    </StatusBadge>
  )
}

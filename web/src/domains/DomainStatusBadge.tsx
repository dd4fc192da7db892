import type { DomainStatus } from '@culvert/schema/client-types'
import { IconError, IconOk, IconPending, IconRefresh, type Icon } from '../ui/icons.ts'
import { StatusBadge, type StatusTone } from '../ui/StatusBadge.tsx'
import type { Domain_DomainFragment } from './Domain.generated.ts'

const looks: Record<DomainStatus, { word: string; tone: StatusTone; icon: Icon }> = {
  pending: { word: 'Pending', tone: 'warning', icon: IconPending },
  verified: { word: 'Verified', tone: 'positive', icon: IconOk },
  failed: { word: 'Failed', tone: 'danger', icon: IconError },
}

/** Where a domain is in its life; a check under way comes first. */
export function DomainStatusBadge({ domain }: { domain: Pick<Domain_DomainFragment, 'status' | 'verifying'> }) {
  const { word, tone, icon } = domain.verifying
    ? ({ word: 'Checking', tone: 'warning', icon: IconRefresh } as const)
    : looks[domain.status]
  return (
    <StatusBadge tone={tone} icon={icon}>
      {word}
    </StatusBadge>
  )
}

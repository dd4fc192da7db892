import type { DomainStatus } from '../../graphql/generated/graphql.ts'
import { IconError, IconOk, IconPending, IconRefresh, type Icon } from '../../ui/icons.ts'
import { StatusBadge, type StatusTone } from '../../ui/StatusBadge.tsx'
import type { Domain } from './domain.ts'

const looks: Record<DomainStatus, { word: string; tone: StatusTone; icon: Icon }> = {
  pending: { word: 'Pending', tone: 'warning', icon: IconPending },
  verified: { word: 'Verified', tone: 'positive', icon: IconOk },
  failed: { word: 'Failed', tone: 'danger', icon: IconError },
}

/** The status of a domain; a running check takes precedence. */
export function DomainStatusBadge({ domain }: { domain: Pick<Domain, 'status' | 'verifying'> }) {
  const { word, tone, icon } = domain.verifying
    ? ({ word: 'Checking', tone: 'warning', icon: IconRefresh } as const)
    : looks[domain.status]
  return (
    <StatusBadge tone={tone} icon={icon}>
      {word}
    </StatusBadge>
  )
}

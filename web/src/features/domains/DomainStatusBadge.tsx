import type { DomainStatus } from '../../graphql/generated/graphql.ts'
import { IconError, IconOk, IconPending, IconRefresh } from '../../ui/icons.ts'
import { StatusBadge, type StatusLook } from '../../ui/StatusBadge.tsx'
import type { Domain } from './domain.ts'

const looks: Record<DomainStatus, StatusLook> = {
  pending: { word: 'Pending', tone: 'warning', icon: IconPending },
  verified: { word: 'Verified', tone: 'positive', icon: IconOk },
  failed: { word: 'Failed', tone: 'danger', icon: IconError },
}

const checking: StatusLook = { word: 'Checking', tone: 'warning', icon: IconRefresh }

/** The status of a domain; a running check takes precedence. */
export function DomainStatusBadge({ domain }: { domain: Pick<Domain, 'status' | 'verifying'> }) {
  return <StatusBadge {...(domain.verifying ? checking : looks[domain.status])} />
}

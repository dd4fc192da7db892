import { ActionIcon, Button, Group, Text } from '@mantine/core'
import type { DomainStatus } from '../../graphql/generated/graphql.ts'
import { IconDelete, IconError, IconOk, IconPending, IconRefresh } from '../../ui/icons.ts'
import { FoldedItem } from '../../ui/FoldedItem.tsx'
import { Item } from '../../ui/ItemList.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { When } from '../../ui/When.tsx'
import { CertificateFacts } from './CertificateFacts.tsx'
import { listChecks, listFaults } from './checks.ts'
import { DnsPanel } from './DnsPanel.tsx'
import type { Domain } from './domain.ts'
import { useDomainCheck } from './useDomainCheck.ts'
import { VerificationFailure } from './VerificationFailure.tsx'
import { StatusBadge, type StatusLook } from '../../ui/StatusBadge.tsx'

interface DomainItemProps {
  domain: Domain
  canManage: boolean
  /** Whether there are providers for single sign-on. */
  hasProviders: boolean
  /** Fetches the domains again. */
  onPoll: () => void
  onDelete: (domain: Domain) => void
  onSingleSignOn: (domain: Domain) => void
}

const looks: Record<DomainStatus, StatusLook> = {
  pending: { word: 'Pending', tone: 'warning', icon: IconPending },
  verified: { word: 'Verified', tone: 'positive', icon: IconOk },
  failed: { word: 'Failed', tone: 'danger', icon: IconError },
}

const checking: StatusLook = { word: 'Checking', tone: 'warning', icon: IconRefresh }

const checkLabels: Record<DomainStatus, string> = {
  pending: 'Verify Now',
  failed: 'Retry Verification',
  verified: 'Recheck now',
}

/** A domain with its state, what the last check found, and the next step. A working domain is one line until it is opened. */
export function DomainItem(props: DomainItemProps) {
  const { domain, canManage, hasProviders, onPoll, onDelete, onSingleSignOn } = props
  const check = useDomainCheck(domain, onPoll)
  const { status, lastCheckedAt, bareCnameUntil, certificate, singleSignOn } = domain
  const frame = {
    title: domain.domain,
    tags: (
      <>
        <StatusBadge {...(domain.verifying ? checking : looks[status])} />
        {singleSignOn && <Tag tone="soft">Single sign-on by {singleSignOn.provider.label}</Tag>}
      </>
    ),
    actions: canManage && (
      <ActionIcon
        color="red"
        aria-label={`Delete domain ${domain.domain}`}
        title="Delete domain"
        onClick={() => onDelete(domain)}
      >
        <IconDelete size={17} aria-hidden />
      </ActionIcon>
    ),
  }
  const dates = (
    <>
      Added <When iso={domain.createdAt} />
      {lastCheckedAt && (
        <>
          , last checked <When iso={lastCheckedAt} as="short-time" />
        </>
      )}
    </>
  )
  const details = (
    <>
      {bareCnameUntil && (
        <Notice tone="warning">
          <strong>
            Set a new DNS record by <When iso={bareCnameUntil} />.
          </strong>{' '}
          The current CNAME points to the tunnel host, which is the same for every account, and will no longer count.
        </Notice>
      )}
      <DnsPanel domain={domain} isOpen={status !== 'verified' || bareCnameUntil !== null} />
      {certificate && <CertificateFacts certificate={certificate} />}
      {check.errorText && <Notice tone="danger">{check.errorText}</Notice>}
      {canManage && (
        <Group gap="xs">
          <Button variant={status === 'pending' ? 'filled' : 'default'} loading={check.busy} onClick={check.run}>
            {checkLabels[status]}
          </Button>
          {status === 'verified' && hasProviders && domain.viewerCanSetSingleSignOn && (
            <Button variant="default" onClick={() => onSingleSignOn(domain)}>
              Single sign-on
            </Button>
          )}
        </Group>
      )}
    </>
  )

  if (status !== 'verified') {
    return (
      <Item {...frame} description={dates}>
        {!check.busy && <VerificationFailure domain={domain} />}
        {details}
      </Item>
    )
  }
  return (
    <FoldedItem {...frame} summary={`Domain Verified. ${summarize(domain)}`} isOpen={needsAttention(domain)}>
      <Text size="sm">Gateways can use it and its subdomains. {dates}.</Text>
      {details}
    </FoldedItem>
  )
}

/** Reports whether the holder of a verified domain has something to do. */
function needsAttention(domain: Domain): boolean {
  const { certificate, bareCnameUntil } = domain
  return (
    bareCnameUntil !== null || (certificate?.lastError ?? null) !== null || listFaults(listChecks(domain)).length > 0
  )
}

function summarize(domain: Domain): string {
  const { findings, certificate } = domain
  if (certificate?.lastError) return 'Its certificate needs attention.'
  const faults = listFaults(listChecks(domain))
  if (faults.length === 0) return findings.length > 0 ? `${formatNumber(findings.length, 'check')}, all fine.` : ''
  return `Needs attention: ${faults.map(({ title }) => title).join(', ')}.`
}

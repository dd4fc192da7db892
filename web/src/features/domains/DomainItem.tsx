import { ActionIcon, Button, Stack, Text } from '@mantine/core'
import { graphql } from '../../graphql/generated/gql.ts'
import type { DomainAspect, DomainStatus } from '../../graphql/generated/graphql.ts'
import { useAction } from '../../graphql/useAction.ts'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { IconDelete } from '../../ui/icons.ts'
import { Item } from '../../ui/ItemList.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { When } from '../../ui/When.tsx'
import { CertificateFacts } from './CertificateFacts.tsx'
import { DnsRecords } from './DnsRecords.tsx'
import type { Domain } from './domain.ts'
import { DomainStatusBadge } from './DomainStatusBadge.tsx'
import { FindingList } from './FindingList.tsx'
import { useVerificationPoll } from './useVerificationPoll.ts'

const verifyDomainMutation = graphql(`
  mutation DomainItem_VerifyDomain($input: VerifyDomainInput!) {
    verifyDomain(input: $input) {
      domain {
        ...Domain_Domain
      }
    }
  }
`)

interface DomainItemProps {
  domain: Domain
  canManage: boolean
  /** Fetches the domains again. */
  onPoll: () => void
  onDelete: (domain: Domain) => void
}

/** A domain with its state, what the last check found, and the next step. */
export function DomainItem({ domain, canManage, onPoll, onDelete }: DomainItemProps) {
  const verify = useAction(verifyDomainMutation)
  const busy = verify.pending || domain.verifying
  useVerificationPoll(domain.verifying, onPoll)
  const { id, status, lastCheckedAt, bareCnameUntil } = domain
  const showsRecords = status !== 'verified' || bareCnameUntil !== null

  return (
    <Item
      title={domain.domain}
      tags={<DomainStatusBadge domain={domain} />}
      description={
        <>
          Added <When iso={domain.createdAt} />
          {lastCheckedAt && (
            <>
              , last checked <When iso={lastCheckedAt} as="short-time" />
            </>
          )}
        </>
      }
      actions={
        canManage && (
          <ActionIcon
            color="red"
            aria-label={`Delete domain ${domain.domain}`}
            title="Delete domain"
            onClick={() => onDelete(domain)}
          >
            <IconDelete size={17} aria-hidden />
          </ActionIcon>
        )
      }
    >
      {status === 'verified' && <Text size="sm">Domain Verified. Gateways can use it and its subdomains.</Text>}
      {status === 'failed' && !busy && (
        <Notice tone="danger">
          <strong>Verification Failed:</strong> We couldn't verify your domain. Please check your DNS settings and try
          again.
        </Notice>
      )}
      {bareCnameUntil && (
        <Notice tone="warning">
          <strong>
            Set a new DNS record until <When iso={bareCnameUntil} />.
          </strong>{' '}
          The present CNAME leads to the tunnel host, which is the same for every account and will not count any more.
        </Notice>
      )}
      {status !== 'verified' && domain.lastCheckMessage && !busy && !explainsProof(domain) && (
        <Text size="sm">{domain.lastCheckMessage}</Text>
      )}
      {showsRecords && <DnsRecords records={domain.dnsRecords} />}
      <FindingList domain={domain} />
      {!showsRecords && lacksRecord(domain) && (
        <Disclosure title="The DNS records of this domain">
          <Stack gap="0.875rem">
            <DnsRecords records={domain.dnsRecords} />
          </Stack>
        </Disclosure>
      )}
      {domain.certificate && <CertificateFacts certificate={domain.certificate} />}
      {verify.errorText && <Notice tone="danger">{verify.errorText}</Notice>}
      {canManage && (
        <div>
          <Button
            variant={status === 'pending' ? 'filled' : 'default'}
            loading={busy}
            onClick={() => void verify.run({ input: { id } })}
          >
            {checkLabels[status]}
          </Button>
        </div>
      )}
    </Item>
  )
}

const checkLabels: Record<DomainStatus, string> = {
  pending: 'Verify Now',
  failed: 'Retry Verification',
  verified: 'Recheck now',
}

/** Whether the findings tell by themselves why the domain is not proven; another account may hold it. */
function explainsProof({ findings }: Domain): boolean {
  return findings.some(({ aspect, outcome }) => outcome !== 'OK' && (aspect === 'CNAME' || aspect === 'TXT'))
}

/** Whether a record of a verified domain may have to be set, so that visitors and the authority of its certificate come here. */
function lacksRecord({ findings, certificate }: Domain): boolean {
  if (certificate !== null && certificate.lastError !== null) return true
  const ofRecords = new Set<DomainAspect>(['CNAME', 'TXT', 'APEX', 'ADDRESSES'])
  return findings.some(({ aspect, outcome }) => outcome === 'PROBLEM' && ofRecords.has(aspect))
}

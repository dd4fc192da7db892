import { ActionIcon, Button, Text } from '@mantine/core'
import { graphql } from '../../graphql/generated/gql.ts'
import { useAction } from '../../graphql/useAction.ts'
import { IconDelete } from '../../ui/icons.ts'
import { Item } from '../../ui/ItemList.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { When } from '../../ui/When.tsx'
import { DnsRecords } from './DnsRecords.tsx'
import type { Domain } from './domain.ts'
import { DomainStatusBadge } from './DomainStatusBadge.tsx'
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

/** A domain with its state and the next step. */
export function DomainItem({ domain, canManage, onPoll, onDelete }: DomainItemProps) {
  const verify = useAction(verifyDomainMutation)
  const busy = verify.pending || domain.verifying
  useVerificationPoll(domain.verifying, onPoll)
  const { id, status, lastCheckedAt } = domain

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
      {status === 'verified' ? (
        <>
          <Text size="sm">Domain Verified. Gateways can use it and its subdomains.</Text>
          {domain.bareCnameUntil && (
            <>
              <Notice tone="warning">
                <strong>
                  Set a new DNS record until <When iso={domain.bareCnameUntil} />.
                </strong>{' '}
                The present CNAME leads to the tunnel host, which is the same for every account and will not count any
                more.
              </Notice>
              <DnsRecords records={domain.dnsRecords} />
            </>
          )}
        </>
      ) : (
        <>
          {status === 'failed' && !busy && (
            <Notice tone="danger">
              <strong>Verification Failed:</strong> We couldn't verify your domain. Please check your DNS settings and
              try again.
            </Notice>
          )}
          {domain.lastCheckMessage && !busy && <Text size="sm">{domain.lastCheckMessage}</Text>}
          <DnsRecords records={domain.dnsRecords} />
          {verify.errorText && <Notice tone="danger">{verify.errorText}</Notice>}
          {canManage && (
            <div>
              <Button
                variant={status === 'failed' ? 'default' : 'filled'}
                loading={busy}
                onClick={() => void verify.run({ input: { id } })}
              >
                {status === 'failed' ? 'Retry Verification' : 'Verify Now'}
              </Button>
            </div>
          )}
        </>
      )}
    </Item>
  )
}

import { ActionIcon, Button, Text } from '@mantine/core'
import { useAction } from '../graphql/useAction.ts'
import { IconDelete } from '../ui/icons.ts'
import { Item } from '../ui/ItemList.tsx'
import { Notice } from '../ui/Notice.tsx'
import { When } from '../ui/When.tsx'
import { DnsRecords } from './DnsRecords.tsx'
import type { Domain_DomainFragment } from './Domain.generated.ts'
import { DomainItem_VerifyDomainDocument } from './DomainItem.generated.ts'
import { DomainStatusBadge } from './DomainStatusBadge.tsx'
import { useVerificationPoll } from './useVerificationPoll.ts'

interface DomainItemProps {
  domain: Domain_DomainFragment
  canManage: boolean
  /** Asks for the domains anew. */
  onPoll: () => void
  onDelete: (domain: Domain_DomainFragment) => void
}

/** A domain with its state and the next step. */
export function DomainItem({ domain, canManage, onPoll, onDelete }: DomainItemProps) {
  const verify = useAction(DomainItem_VerifyDomainDocument)
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
        <Text size="sm">Domain Verified. Gateways can use it and its subdomains.</Text>
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

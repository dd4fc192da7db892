import { Stack, Text } from '@mantine/core'
import { FactList } from '../../ui/FactList.tsx'
import { Inset } from '../../ui/Inset.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { When } from '../../ui/When.tsx'
import type { Certificate } from './domain.ts'

/** The certificate of a domain: its stage, its dates, and why it is missing. */
export function CertificateFacts({ certificate }: { certificate: Certificate }) {
  const { stage, issuedAt, renewsAt, expiresAt, nextAttemptAt, lastError, advice } = certificate
  return (
    <Inset title="Certificate">
      <Stack gap="sm">
        <Text size="sm">{describeStage(certificate)}</Text>
        {lastError && (
          <Notice tone={stage === 'READY' ? 'warning' : 'danger'}>
            {lastError} {advice && <strong>{advice}</strong>}
          </Notice>
        )}
        <FactList
          facts={[
            { name: 'Issued', value: issuedAt && <When iso={issuedAt} /> },
            { name: 'Renewal', value: renewsAt && <When iso={renewsAt} /> },
            { name: 'Expires', value: expiresAt && <When iso={expiresAt} /> },
            { name: 'Next attempt', value: nextAttemptAt && <When iso={nextAttemptAt} as="short-time" /> },
          ]}
        />
      </Stack>
    </Inset>
  )
}

function describeStage({ stage, authority, lastError, nextAttemptAt }: Certificate): string {
  switch (stage) {
    case 'READY':
      return `HTTPS works. Visitors see a certificate from ${authority}.`
    case 'ORDERING':
      return `${authority} was asked for a certificate, and is checking that the domain leads here. That takes a minute or two.`
    case 'WAITING':
      return lastError !== null && nextAttemptAt !== null
        ? `There is no certificate from ${authority} yet. Another attempt follows automatically.`
        : `A certificate from ${authority} is ordered as soon as it is this domain's turn.`
    default:
      return stage satisfies never
  }
}

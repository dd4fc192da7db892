import { Text } from '@mantine/core'
import { Notice } from '../../ui/Notice.tsx'
import { listChecks, listFaults } from './checks.ts'
import type { Domain } from './domain.ts'

/** Shows why the last check did not verify a domain, record by record; nothing before the first check. */
export function VerificationFailure({ domain }: { domain: Domain }) {
  const { status, lastCheckMessage } = domain
  const missing = listFaults(listChecks(domain)).filter(({ record }) => record)
  // If another account holds the domain, no record is at fault.
  const reason = missing.length > 0 ? null : lastCheckMessage
  if (status === 'pending') return reason && <Text size="sm">{reason}</Text>
  return (
    <Notice tone="danger">
      <strong>Verification Failed:</strong> We couldn't verify your domain. Please check your DNS settings and try
      again.
      {reason && <p>{reason}</p>}
      {missing.length > 0 && (
        <ul aria-label="What failed">
          {missing.map(({ aspect, title, record, finding }) => (
            <li key={aspect}>
              {title} at {record?.name}: found {finding?.found}.
            </li>
          ))}
        </ul>
      )}
    </Notice>
  )
}

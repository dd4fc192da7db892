import { Text } from '@mantine/core'
import type { Gateway } from './gateway.ts'

/** Explains why a hostname is not reachable over HTTPS yet, or may soon not be. */
export function CertificateNote({ certificate }: { certificate: NonNullable<Gateway['certificate']> }) {
  const { stage, lastError, advice } = certificate
  if (lastError !== null) {
    return (
      <Text size="xs" c="dimmed">
        {stage === 'READY' ? 'HTTPS works, but the certificate could not be renewed.' : 'No HTTPS yet.'} {lastError}{' '}
        {advice}
      </Text>
    )
  }
  if (stage === 'READY') return null
  return (
    <Text size="xs" c="dimmed">
      HTTPS will work in a moment: the certificate is on its way.
    </Text>
  )
}

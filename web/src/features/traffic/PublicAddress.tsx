import { Suspense } from 'react'
import { Skeleton, Stack } from '@mantine/core'
import { lazyPart } from '../../network/chunks.ts'
import { CopyableValue } from '../../ui/CopyableValue.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'

const QrCode = lazyPart('QrCode', () => import('../../ui/QrCode.tsx'))

interface PublicAddressProps {
  url: string
  /** Whether visitors can reach something there. */
  isServed: boolean
}

/** The public address, to copy, to open, and to scan with a phone. */
export function PublicAddress({ url, isServed }: PublicAddressProps) {
  return (
    <Stack gap="xs">
      <CopyableValue value={url} label="address" href={isServed ? url : undefined} />
      <Disclosure title="QR code">
        <Suspense fallback={<Skeleton height={160} width={160} />}>
          <QrCode text={url} label={`QR code of ${url}`} />
        </Suspense>
      </Disclosure>
    </Stack>
  )
}

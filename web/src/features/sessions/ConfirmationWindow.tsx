import { useEffect } from 'react'
import { useSessionState } from '../../auth/SessionProvider.tsx'
import { returnToWaiting } from '../identities/confirmation.ts'
import { EntryLayout } from '../site/EntryLayout.tsx'
import { Text } from '@mantine/core'
import { useOnce } from '../../ui/useOnce.ts'

interface ConfirmationWindowProps {
  providerId: string
  response: string
}

/** Hands what a provider led its own window back with to the window that waits for it, and closes. */
export function ConfirmationWindow({ providerId, response }: ConfirmationWindowProps) {
  const { status } = useSessionState()
  useOnce(() => returnToWaiting({ providerId, response }))
  useEffect(() => {
    // A refresh token serves once: a window that closed before the next one has come would sign the reader out.
    if (status !== 'loading') window.close()
  }, [status])
  return (
    <EntryLayout title="Go back to the other window">
      <Text component="output">It goes on there. You can close this one.</Text>
    </EntryLayout>
  )
}

import { useEffect } from 'react'
import { useSessionState } from '../../auth/SessionProvider.tsx'
import { postReturn } from '../identities/confirmation.ts'
import { EntryLayout } from '../site/EntryLayout.tsx'
import { Text } from '@mantine/core'
import { useOnce } from '../../ui/useOnce.ts'

interface ConfirmationWindowProps {
  providerId: string
  response: string
}

/** Hands a provider's response to the window that waits for it, and closes this one. */
export function ConfirmationWindow({ providerId, response }: ConfirmationWindowProps) {
  const { status } = useSessionState()
  useOnce(() => postReturn({ providerId, response }))
  useEffect(() => {
    // A refresh token works only once: if a window closed before the next token had arrived, the reader would be signed out.
    if (status !== 'loading') window.close()
  }, [status])
  return (
    <EntryLayout title="Go back to the other window">
      <Text component="output">It continues there. You can close this one.</Text>
    </EntryLayout>
  )
}

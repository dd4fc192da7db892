import { webPaths } from '@culvert/schema/web-paths'
import { Text } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { useNavigate } from 'react-router-dom'
import { EntryLayout } from '../../ui/EntryLayout.tsx'

const redirectMs = 3000

/** Confirms the new password, then leads to sign-in. */
export function PasswordUpdated({ brandName }: { brandName: string | undefined }) {
  const navigate = useNavigate()
  useTimeout(() => void navigate(webPaths.signIn, { replace: true }), redirectMs, { autoInvoke: true })
  return (
    <EntryLayout brandName={brandName} title="Password Updated!">
      <Text component="output">You are signed out everywhere. Taking you to sign in with the new password…</Text>
    </EntryLayout>
  )
}

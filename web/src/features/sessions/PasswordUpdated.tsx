import { webPaths } from '@culvert/schema/web-paths'
import { Text } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { useNavigate } from 'react-router-dom'
import { EntryLayout } from '../site/EntryLayout.tsx'

const redirectMs = 3000

/** Confirms the new password, then leads to sign-in. */
export function PasswordUpdated() {
  const navigate = useNavigate()
  useTimeout(() => void navigate(webPaths.signIn, { replace: true }), redirectMs, { autoInvoke: true })
  return (
    <EntryLayout title="Password Updated!">
      <Text component="output">You are signed out everywhere. Taking you to sign in with the new password…</Text>
    </EntryLayout>
  )
}

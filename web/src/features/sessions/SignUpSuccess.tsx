import { webPaths } from '@culvert/schema/web-paths'
import { Text } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { useNavigate } from 'react-router-dom'
import { EntryLayout } from '../site/EntryLayout.tsx'

const redirectMs = 2000

interface SignUpSuccessProps {
  firstName: string
  /** The team whose invitation is pending. */
  teamName: string | undefined
}

/** Confirms the new account, then opens the dashboard. */
export function SignUpSuccess({ firstName, teamName }: SignUpSuccessProps) {
  const navigate = useNavigate()
  useTimeout(() => void navigate(webPaths.gettingStarted, { replace: true }), redirectMs, { autoInvoke: true })
  return (
    <EntryLayout title={`Welcome, ${firstName}`}>
      <Text component="output">
        Your account is ready.{' '}
        {teamName &&
          `The invitation to ${teamName} waits under Identity & Access, where it shows once your e-mail is verified. `}
        Taking you to the dashboard…
      </Text>
    </EntryLayout>
  )
}

import { Text } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { useNavigate } from 'react-router-dom'
import { EntryLayout } from '../ui/EntryLayout.tsx'

const redirectMs = 2000

interface SignUpSuccessProps {
  brandName: string | undefined
  firstName: string
  /** The team whose invitation waits for an answer. */
  teamName: string | undefined
}

/** Says that the account is there, then opens the dashboard. */
export function SignUpSuccess({ brandName, firstName, teamName }: SignUpSuccessProps) {
  const navigate = useNavigate()
  useTimeout(() => void navigate('/admin/getting-started', { replace: true }), redirectMs, { autoInvoke: true })
  return (
    <EntryLayout brandName={brandName} title={`Welcome, ${firstName}`}>
      <Text component="output">
        Your account is ready. {teamName && `The invitation to ${teamName} waits under Identity & Access. `}Taking you
        to the dashboard…
      </Text>
    </EntryLayout>
  )
}

import { Text } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { useNavigate } from 'react-router-dom'
import { EntryLayout } from '../ui/EntryLayout.tsx'

const redirectMs = 2000

/** Says that the account is there, then opens the dashboard. */
export function SignUpSuccess({ brandName, firstName }: { brandName: string | undefined; firstName: string }) {
  const navigate = useNavigate()
  useTimeout(() => void navigate('/admin/getting-started', { replace: true }), redirectMs, { autoInvoke: true })
  return (
    <EntryLayout brandName={brandName} title={`Welcome, ${firstName}`}>
      <Text component="output">Your account is ready. Taking you to the dashboard…</Text>
    </EntryLayout>
  )
}

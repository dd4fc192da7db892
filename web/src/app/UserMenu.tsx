import { Menu, UnstyledButton } from '@mantine/core'
import { Link } from 'react-router-dom'
import { useSessionState } from '../session/SessionProvider.tsx'
import { IconSignOut } from '../ui/icons.ts'
import { Initials } from '../ui/Initials.tsx'

/** Who is signed in, and the way out. */
export function UserMenu() {
  const state = useSessionState()
  if (state.status !== 'signed-in') return null
  const { fullName, email } = state.user
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton bdrs="xl" aria-label={`Account menu of ${fullName}`}>
          <Initials name={fullName} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {fullName}
          {email && <div>{email}</div>}
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item component={Link} to="/logout" leftSection={<IconSignOut size={16} aria-hidden />}>
          Sign Out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

import { Menu, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { Link } from 'react-router-dom'
import { useSessionState } from '../session/SessionProvider.tsx'
import { IconSignOut, IconUser } from '../ui/icons.ts'
import { Initials } from '../ui/Initials.tsx'

/** Who is signed in, and the way out. */
export function UserMenu() {
  const state = useSessionState()
  if (state.status !== 'signed-in') return null
  const { fullName, email } = state.user
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton bdrs="xl">
          <Initials name={fullName} />
          <VisuallyHidden>Account menu of {fullName}</VisuallyHidden>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {fullName}
          {email && <div>{email}</div>}
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item component={Link} to="/admin/profile" leftSection={<IconUser size={16} aria-hidden />}>
          Your Profile
        </Menu.Item>
        <Menu.Item component={Link} to="/logout" leftSection={<IconSignOut size={16} aria-hidden />}>
          Sign Out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

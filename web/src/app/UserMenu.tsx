import { Menu } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useSessionState } from '../session/SessionProvider.tsx'
import { IconBilling, IconSignOut, IconUser } from '../ui/icons.ts'
import { UserMenuTarget } from './UserMenuTarget.tsx'

/** Who is signed in, and the way out. Opens as it appears. */
export function UserMenu() {
  const state = useSessionState()
  const [opened, setOpened] = useState(true)
  // Opened only once it is there, the menu knows where to return the focus to.
  const mounted = useMounted()
  if (state.status !== 'signed-in') return null
  const { fullName, email } = state.user
  return (
    <Menu position="bottom-end" width={240} opened={mounted && opened} onChange={setOpened}>
      <Menu.Target>
        {/* It takes the place, and the focus, of the button that asked for the menu. */}
        <UserMenuTarget ref={takeFocus} fullName={fullName} />
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
        <Menu.Item component={Link} to="/pricing" leftSection={<IconBilling size={16} aria-hidden />}>
          Manage Subscription
        </Menu.Item>
        <Menu.Item component={Link} to="/logout" leftSection={<IconSignOut size={16} aria-hidden />}>
          Sign Out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function takeFocus(button: HTMLButtonElement | null): void {
  button?.focus()
}

import { webPaths } from '@culvert/schema/web-paths'
import { Menu } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useSessionState } from '../auth/SessionProvider.tsx'
import { IconBilling, IconSignOut, IconUser } from '../ui/icons.ts'
import { UserMenuTarget } from './UserMenuTarget.tsx'

/** The signed-in person's menu, with the link to sign out. Opens as soon as it is mounted. */
export function UserMenu() {
  const state = useSessionState()
  const [opened, setOpened] = useState(true)
  // Opened only after it has mounted, so that the menu knows where to return focus.
  const mounted = useMounted()
  if (state.status !== 'signed-in') return null
  const { fullName, email } = state.user
  return (
    <Menu position="bottom-end" width={240} opened={mounted && opened} onChange={setOpened}>
      <Menu.Target>
        {/* Replaces the button that loaded the menu, and takes its focus. */}
        <UserMenuTarget ref={takeFocus} fullName={fullName} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {fullName}
          {email && <div>{email}</div>}
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item component={Link} to={webPaths.profile} leftSection={<IconUser size={16} aria-hidden />}>
          Your Profile
        </Menu.Item>
        <Menu.Item component={Link} to={webPaths.pricing} leftSection={<IconBilling size={16} aria-hidden />}>
          Manage Subscription
        </Menu.Item>
        <Menu.Item component={Link} to={webPaths.logout} leftSection={<IconSignOut size={16} aria-hidden />}>
          Sign Out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function takeFocus(button: HTMLButtonElement | null): void {
  button?.focus()
}

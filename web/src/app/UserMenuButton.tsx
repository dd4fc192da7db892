import { lazy, Suspense, useState } from 'react'
import { useSessionState } from '../session/SessionProvider.tsx'
import { UserMenuTarget } from './UserMenuTarget.tsx'

const UserMenu = lazy(async () => ({ default: (await import('./UserMenu.tsx')).UserMenu }))

/** The way to the user's menu, which is loaded when it is first asked for. */
export function UserMenuButton() {
  const state = useSessionState()
  const [wanted, setWanted] = useState(false)
  if (state.status !== 'signed-in') return null
  const button = (
    <UserMenuTarget
      fullName={state.user.fullName}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setWanted(true)}
    />
  )
  return wanted ? (
    <Suspense fallback={button}>
      <UserMenu />
    </Suspense>
  ) : (
    button
  )
}

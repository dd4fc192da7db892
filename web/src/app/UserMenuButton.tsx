import { Suspense, useState } from 'react'
import { lazyPart } from '../network/chunks.ts'
import { useSessionState } from '../auth/SessionProvider.tsx'
import { UserMenuTarget } from './UserMenuTarget.tsx'

const UserMenu = lazyPart('UserMenu', () => import('./UserMenu.tsx'))

/** Opens the user's menu, which is loaded on first use. */
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

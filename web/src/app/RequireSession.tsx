import { webPaths } from '@culvert/schema/web-paths'
import { Fragment, useState, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { useSessionState } from '../auth/SessionProvider.tsx'
import { toOriginState } from '../auth/origin.ts'
import { LoadingScreen } from '../ui/LoadingScreen.tsx'
import { ConnectionBanner } from './ConnectionBanner.tsx'

/** Guards the admin area: shows a spinner while the session loads, then the screens or the sign-in page. */
export function RequireSession({ children }: { children: ReactNode }) {
  const state = useSessionState()
  const location = useLocation()
  const [wasSignedIn, setWasSignedIn] = useState(false)
  if (state.status === 'signed-in' && !wasSignedIn) setWasSignedIn(true)
  switch (state.status) {
    case 'loading':
      return (
        <>
          <ConnectionBanner />
          <LoadingScreen label="Restoring your session" />
        </>
      )
    case 'signed-out':
      return <Navigate to={webPaths.signIn} state={toOriginState(location, wasSignedIn)} replace />
    case 'signed-in':
      return <Fragment key={state.user.id}>{children}</Fragment>
    default:
      return state satisfies never
  }
}

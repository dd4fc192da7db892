import { Fragment, useState, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { useSessionState } from '../session/SessionProvider.tsx'
import { toOriginState } from '../sessions/origin.ts'
import { LoadingScreen } from '../ui/LoadingScreen.tsx'
import { ConnectionBanner } from './ConnectionBanner.tsx'

/** The guard of the admin area: a spinner while the session loads, then the screens, or the way to sign in. */
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
      return <Navigate to="/signin" state={toOriginState(location, wasSignedIn)} replace />
    case 'signed-in':
      return <Fragment key={state.user.id}>{children}</Fragment>
    default:
      return state satisfies never
  }
}

import { webPaths } from '@culvert/schema/web-paths'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { useSession } from '../../auth/SessionProvider.tsx'
import { LoadingScreen } from '../../ui/LoadingScreen.tsx'

/** Signs out and goes home, even when the server cannot be reached. */
export function LogoutPage() {
  const session = useSession()
  const navigate = useNavigate()
  useEffect(() => {
    void session.signOut().then(() => navigate(webPaths.home, { replace: true }))
  }, [session, navigate])
  return <LoadingScreen label="Signing you out" />
}

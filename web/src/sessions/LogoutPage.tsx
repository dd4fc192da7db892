import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { useSession } from '../session/SessionProvider.tsx'
import { LoadingScreen } from '../ui/LoadingScreen.tsx'

/** Signs out and goes home, whether or not the server could be told. */
export function LogoutPage() {
  const session = useSession()
  const navigate = useNavigate()
  useEffect(() => {
    void session.signOut().then(() => navigate('/', { replace: true }))
  }, [session, navigate])
  return <LoadingScreen label="Signing you out" />
}

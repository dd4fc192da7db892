import { Suspense, useEffect } from 'react'
import { useLocation, useRoutes } from 'react-router-dom'
import { preloadScreens, routes } from '../routes.tsx'
import { LoadingScreen } from '../ui/LoadingScreen.tsx'

/** Long enough for the screen at hand to be there first. */
const preloadAfterMs = 3000

/** The screen of the address. A screen stays until the next one is loaded. */
export function Screens() {
  // Visitors of the public pages are spared the dashboard.
  const isInDashboard = useLocation().pathname.startsWith('/admin')
  useEffect(() => {
    if (!isInDashboard) return undefined
    const timer = setTimeout(() => void preloadScreens(), preloadAfterMs)
    return () => clearTimeout(timer)
  }, [isInDashboard])
  return <Suspense fallback={<LoadingScreen label="Loading" />}>{useRoutes(routes)}</Suspense>
}

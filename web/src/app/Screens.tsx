import { webPaths } from '@culvert/schema/web-paths'
import { Suspense, useEffect } from 'react'
import { useLocation, useRoutes } from 'react-router-dom'
import { preloadScreens, routes } from './routes.tsx'
import { LoadingScreen } from '../ui/LoadingScreen.tsx'

/** Long enough for the current screen to load first. */
const preloadAfterMs = 3000

/** The screen at the current address. It stays until the next one has loaded. */
export function Screens() {
  // Visitors of the public pages do not load the dashboard.
  const isInDashboard = useLocation().pathname.startsWith(webPaths.admin)
  useEffect(() => {
    if (!isInDashboard) return undefined
    const timer = setTimeout(() => void preloadScreens(), preloadAfterMs)
    return () => clearTimeout(timer)
  }, [isInDashboard])
  return <Suspense fallback={<LoadingScreen label="Loading" />}>{useRoutes(routes)}</Suspense>
}

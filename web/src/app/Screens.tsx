import { useTimeout } from '@mantine/hooks'
import { Suspense } from 'react'
import { useRoutes } from 'react-router-dom'
import { preloadScreens, routes } from '../routes.tsx'
import { LoadingScreen } from '../ui/LoadingScreen.tsx'

/** Long enough for the screen at hand to be there first. */
const preloadAfterMs = 3000

/** The screen of the address. A screen stays until the next one is loaded. */
export function Screens() {
  useTimeout(() => void preloadScreens(), preloadAfterMs, { autoInvoke: true })
  return <Suspense fallback={<LoadingScreen label="Loading" />}>{useRoutes(routes)}</Suspense>
}

import { Suspense } from 'react'
import { useRoutes } from 'react-router-dom'
import { routes } from '../routes.tsx'
import { LoadingScreen } from '../ui/LoadingScreen.tsx'

/** The screen of the address. A screen stays until the next one is loaded. */
export function Screens() {
  return <Suspense fallback={<LoadingScreen label="Loading" />}>{useRoutes(routes)}</Suspense>
}

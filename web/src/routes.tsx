import { lazy, type ComponentType } from 'react'
import { Navigate, type RouteObject } from 'react-router-dom'

type LoadScreen = () => Promise<ComponentType>

const loads: LoadScreen[] = []
const home = <Navigate to="/admin/getting-started" replace />

/** Every route of the dashboard. Each screen is a file of its own, loaded when it is visited. */
export const routes: RouteObject[] = [
  { index: true, element: home },
  screen('/signup', async () => (await import('./sessions/SignUpPage.tsx')).SignUpPage),
  screen('/signin', async () => (await import('./sessions/SignInPage.tsx')).SignInPage),
  screen('/docs/errors', async () => (await import('./docs/ErrorsPage.tsx')).ErrorsPage),
  screen('/docs/api', async () => (await import('./docs/ApiPage.tsx')).ApiPage),
  screen('/logout', async () => (await import('./sessions/LogoutPage.tsx')).LogoutPage),
  {
    ...screen('/admin', async () => (await import('./app/AdminLayout.tsx')).AdminLayout),
    children: [
      { index: true, element: home },
      screen(
        '/admin/getting-started',
        async () => (await import('./getting-started/GettingStartedPage.tsx')).GettingStartedPage,
      ),
      screen('/admin/gateway', async () => (await import('./gateways/GatewaysPage.tsx')).GatewaysPage),
      screen('/admin/agents', async () => (await import('./agents/AgentsPage.tsx')).AgentsPage),
      screen('/admin/auth-id', async () => (await import('./auth-tokens/AuthIdPage.tsx')).AuthIdPage),
    ],
  },
  screen('*', async () => (await import('./app/NotFoundPage.tsx')).NotFoundPage),
]

/** Loads every screen ahead of its visit, so that navigation is instant and works while the server is away. */
export async function preloadScreens(): Promise<void> {
  await Promise.allSettled(loads.map((load) => load()))
}

/** The screen at the address of the moment starts to load at once, while the session is still being restored. */
function screen(path: string, load: LoadScreen) {
  loads.push(load)
  const loading = location.pathname.startsWith(path) ? load() : undefined
  const Screen = lazy(async () => ({ default: await (loading ?? load()) }))
  return { path, element: <Screen /> }
}

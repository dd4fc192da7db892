import { createBrowserRouter, Navigate, type RouteObject } from 'react-router-dom'
import { LoadingScreen } from './ui/LoadingScreen.tsx'

/** Where somebody lands who is signed in and asked for nothing else. */
export const homePath = '/admin/getting-started'

/** Every route of the dashboard. Each screen is a file of its own, loaded when it is visited. */
export const routes: RouteObject[] = [
  {
    HydrateFallback: () => <LoadingScreen label="Loading" />,
    lazy: async () => ({ ErrorBoundary: (await import('./app/RouteError.tsx')).RouteError }),
    children: [
      { index: true, element: <Navigate to={homePath} replace /> },
      { path: 'signup', lazy: async () => ({ Component: (await import('./sessions/SignUpPage.tsx')).SignUpPage }) },
      { path: 'signin', lazy: async () => ({ Component: (await import('./sessions/SignInPage.tsx')).SignInPage }) },
      { path: 'logout', lazy: async () => ({ Component: (await import('./sessions/LogoutPage.tsx')).LogoutPage }) },
      {
        path: 'admin',
        lazy: async () => ({ Component: (await import('./app/AdminLayout.tsx')).AdminLayout }),
        children: [
          { index: true, element: <Navigate to={homePath} replace /> },
          {
            path: 'getting-started',
            lazy: async () => ({
              Component: (await import('./getting-started/GettingStartedPage.tsx')).GettingStartedPage,
            }),
          },
          {
            path: 'auth-id',
            lazy: async () => ({ Component: (await import('./auth-tokens/AuthIdPage.tsx')).AuthIdPage }),
          },
          {
            path: 'gateway',
            lazy: async () => ({ Component: (await import('./gateways/GatewaysPage.tsx')).GatewaysPage }),
          },
          { path: 'agents', lazy: async () => ({ Component: (await import('./agents/AgentsPage.tsx')).AgentsPage }) },
        ],
      },
      { path: '*', lazy: async () => ({ Component: (await import('./app/NotFoundPage.tsx')).NotFoundPage }) },
    ],
  },
]

/** Makes the router of a page. */
export const createRouter = () => createBrowserRouter(routes)

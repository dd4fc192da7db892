import { webPaths } from '@culvert/schema/web-paths'
import { describe, expect, it } from 'vitest'
import { screen } from '@testing-library/react'
import { Suspense } from 'react'
import { useRoutes, type RouteObject } from 'react-router-dom'
import { SessionStore } from '../auth/session-store.ts'
import { noSession, oneTab } from '../testing/people.ts'
import { renderScreen } from '../testing/render.tsx'

// Importing the routes loads the screens of the current address: not the landing page, whose pictures are not code.
history.replaceState(null, '', '/admin/unknown')
const { routes } = await import('./routes.tsx')
await Promise.all([
  import('./AdminLayout.tsx'),
  import('./PublicLayout.tsx'),
  import('../features/site/NotFoundPage.tsx'),
])

it('the routes are exactly the paths that the server knows', () => {
  const listPaths = (list: readonly RouteObject[]): string[] =>
    list.flatMap(({ path, children = [] }) => [...(path ? [path] : []), ...listPaths(children)])
  const parts = new Map<string, string>([
    [webPaths.docs, '/:section?'],
    [webPaths.signInWith, '/:providerId?'],
    [webPaths.requests, '/:id?'],
  ])
  // Lists whose entries have separate pages.
  const entries = [webPaths.gateways, webPaths.agents].map((path) => `${path}/:id`)
  const routed = new Set(listPaths(routes).filter((path) => !path.includes('*')))
  expect([...routed].toSorted()).toEqual(
    Object.values(webPaths)
      .map((path) => path + (parts.get(path) ?? ''))
      .concat(entries)
      .toSorted(),
  )
})

const Routed = () => <Suspense>{useRoutes(routes)}</Suspense>

describe('an unknown address', () => {
  it('shows a signed-in user “Page not found” within the dashboard, with a link back to it', async () => {
    renderScreen(<Routed />, { at: '/admin/unknown' })
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible()
    expect(screen.getByRole('navigation', { name: 'Dashboard' })).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Go to the dashboard' })).toHaveAttribute('href', '/admin/getting-started')
  })

  it('outside the dashboard shows a link to the home page', async () => {
    const session = new SessionStore(noSession, oneTab)
    renderScreen(<Routed />, { at: '/unknown', session })
    expect(await screen.findByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/')
    expect(screen.queryByRole('navigation', { name: 'Dashboard' })).not.toBeInTheDocument()
  })
})

import { expect, it } from 'vitest'
import { act, screen, waitFor, within } from '@testing-library/react'
import { ada } from '../../testing/people.ts'
import { renderAdminScreen } from '../../testing/render.tsx'
import { TestApi } from '../../testing/test-api.ts'
import { ProfilePage } from './ProfilePage.tsx'
import type { AuthSession } from './SessionTable.tsx'

const here: AuthSession = {
  id: 'here',
  createdAt: '2026-11-21T09:30:00.000Z',
  lastUsedAt: '2026-11-21T09:30:00.000Z',
  ipAddress: '127.0.0.1',
  userAgent: null,
  current: true,
}

const viewerWith = (...sessions: AuthSession[]) => ({
  user: { ...ada, phone: null },
  sessions,
  auditLog: { nodes: [], totalCount: 0, page: 1, pageSize: 10, pageCount: 1 },
})

it('the list of sessions follows who signs in and out elsewhere', async () => {
  const api = new TestApi()
  Object.assign(api.viewer, viewerWith(here))
  renderAdminScreen(<ProfilePage />, api)
  const table = await screen.findByRole('table', { name: 'Sessions' })
  expect(await within(table).findByText('This device')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).not.toBeInTheDocument()

  const invites = { invites: [] }
  const there = { ...here, id: 'there', ipAddress: '192.0.2.7', current: false }
  await act(async () => api.emit('viewerChanged', { ...viewerWith(there, here), ...invites }))
  expect(await within(table).findByText('192.0.2.7')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Sign out everywhere else' })).toBeVisible()

  await act(async () => api.emit('viewerChanged', { ...viewerWith(here), ...invites }))
  await waitFor(() => expect(within(table).queryByText('192.0.2.7')).not.toBeInTheDocument())
})

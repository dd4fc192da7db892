import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Route, Routes } from 'react-router-dom'
import { AdminLayout } from '../../app/AdminLayout.tsx'
import { renderScreen } from '../../testing/render.tsx'
import { TestApi } from '../../testing/test-api.ts'

function renderLayout(suspension: object | null) {
  const api = new TestApi()
  api.account.suspension = suspension
  renderScreen(
    <Routes>
      <Route element={<AdminLayout />}>
        <Route path="/admin/agents" element={<p>The screen</p>} />
      </Route>
    </Routes>,
    { api, at: '/admin/agents' },
  )
}

it('the suspension banner tells members why the account is suspended and what they can still do', async () => {
  renderLayout({ reason: 'Phishing at demo-ada.', since: '2026-11-25T10:00:00Z' })
  const banner = await screen.findByRole('region', { name: 'Suspension' })
  expect(banner).toHaveTextContent(
    'The operator suspended this account on Nov 25, 2026: “Phishing at demo-ada.” It has no tunnels and nothing can be changed.',
  )
  expect(banner).toHaveTextContent('You can still export, leave or delete it.')
})

it('the suspension banner is absent while the account is not suspended', async () => {
  renderLayout(null)
  await screen.findByText('The screen')
  expect(screen.queryByRole('region', { name: 'Suspension' })).toBeNull()
})

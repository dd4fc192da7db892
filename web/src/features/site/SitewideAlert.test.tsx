import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderScreen } from '../../testing/render.tsx'
import { TestApi } from '../../testing/test-api.ts'
import type { SitewideAlert as Alert } from './alert-rules.ts'
import { SitewideAlert } from './SitewideAlert.tsx'
import { useFreshSite } from './useSite.ts'

const alert: Alert = {
  id: 'first',
  title: 'Maintenance',
  message: 'Down on Sunday',
  type: 'warning',
  startDate: null,
  endDate: null,
  showOnPages: ['/pricing'],
  dismissible: true,
}

function renderAlert(more: Partial<Alert>, at = '/pricing') {
  const api = new TestApi()
  api.sitewideAlert = { ...alert, ...more }
  return renderScreen(
    <>
      <SitewideAlert />
      <p>Page</p>
    </>,
    { api, at },
  )
}

/** What the layout of public pages does of it. */
function OpenPublicPage() {
  useFreshSite()
  return <SitewideAlert />
}

const announcement = () => screen.findByRole('region', { name: 'Announcement' })

describe('the sitewide alert', () => {
  it('appears on a public page that was open before, within a minute', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const api = new TestApi()
    renderScreen(<OpenPublicPage />, { api, at: '/pricing' })
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(screen.queryByRole('region', { name: 'Announcement' })).toBeNull()

    api.sitewideAlert = alert
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    vi.useRealTimers()
    expect(await announcement()).toHaveTextContent('Down on Sunday')
  })

  it('stays away once it was dismissed, until there is another', async () => {
    const user = userEvent.setup()
    const { unmount } = renderAlert({})
    expect(await announcement()).toHaveTextContent('Maintenance Down on Sunday')
    await user.click(screen.getByRole('button', { name: 'Dismiss the announcement' }))
    expect(screen.queryByRole('region')).toBeNull()
    unmount()

    renderAlert({ id: 'second', message: 'Done' })
    expect(await announcement()).toHaveTextContent('Done')
  })

  it('cannot be dismissed where the operator does not want that', async () => {
    renderAlert({ dismissible: false })
    expect(await announcement()).toHaveTextContent('Down on Sunday')
    expect(screen.queryByRole('button')).toBeNull()
  })
})

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

/** The part of the layout of public pages that shows the alert. */
function OpenPublicPage() {
  useFreshSite()
  return <SitewideAlert />
}

const announcement = () => screen.findByRole('region', { name: 'Announcement' })

describe('the sitewide alert', () => {
  it('appears within a minute on a public page that is already open', async () => {
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

  it('stays hidden after it has been dismissed, until there is a new one', async () => {
    const user = userEvent.setup()
    const { unmount } = renderAlert({})
    expect(await announcement()).toHaveTextContent('Maintenance Down on Sunday')
    await user.click(screen.getByRole('button', { name: 'Dismiss the announcement' }))
    expect(screen.queryByRole('region')).toBeNull()
    unmount()

    renderAlert({ id: 'second', message: 'Done' })
    expect(await announcement()).toHaveTextContent('Done')
  })

  it('has no button to dismiss it if it is not dismissible', async () => {
    renderAlert({ dismissible: false })
    expect(await announcement()).toHaveTextContent('Down on Sunday')
    expect(screen.queryByRole('button')).toBeNull()
  })
})

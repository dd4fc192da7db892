import { describe, expect, it } from 'vitest'
import { screen, waitFor } from '@testing-library/react'
import { renderScreen } from '../../testing/render.tsx'
import { TestApi } from '../../testing/test-api.ts'
import { aRequest, TestRequests } from '../../testing/test-requests.ts'
import { TunnelErrorPage } from './TunnelErrorPage.tsx'

const at = '/admin/errors?report=sealed'

function withError() {
  const api = new TestApi()
  api.tunnelErrors['sealed'] = {
    failure: {
      requestId: 'request-1',
      code: 'CULVERT_TUNNEL_OFFLINE',
      cause: 'No agent is connected for this hostname.',
      fix: 'Start your agent, or look at the terminal that it runs in.',
      detail: null,
      occurredAt: new Date().toISOString(),
    },
    hop: 'AGENT',
    hostname: 'demo-ada-l.culvert.localhost',
    url: 'http://demo-ada-l.culvert.localhost:8080/pay',
    method: 'GET',
    path: '/pay',
    agent: null,
    gateway: { id: 'gateway-demo', name: 'demo' },
  }
  return api
}

describe('the page of a tunnel error', () => {
  it('shows cause, fix and request to the owner, and links back to the address', async () => {
    const api = withError()
    renderScreen(<TunnelErrorPage />, { api, at })
    expect(await screen.findByText('No agent is connected for this hostname.')).toBeVisible()
    expect(screen.getByText('Start your agent, or look at the terminal that it runs in.')).toBeVisible()
    for (const fact of ['GET', '/pay', 'CULVERT_TUNNEL_OFFLINE', 'request-1']) {
      expect(screen.getByText(fact)).toBeVisible()
    }
    expect(screen.getByText('--gateway')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Try again' })).toHaveAttribute(
      'href',
      'http://demo-ada-l.culvert.localhost:8080/pay',
    )
    expect(screen.getByRole('button', { name: 'Check connection' })).toBeVisible()
  })

  it('links to the request only if it is recorded', async () => {
    const api = withError()
    const requests = new TestRequests(api)
    const { unmount } = renderScreen(<TunnelErrorPage />, { api, at })
    await screen.findByText('request-1')
    await waitFor(() => expect(api.operations).toContain('RequestOwner_Query'))
    expect(screen.queryByRole('link', { name: 'Open in Requests' })).not.toBeInTheDocument()
    unmount()
    requests.kept = [aRequest(1, { id: 'request-1' })]
    renderScreen(<TunnelErrorPage />, { api, at })
    expect(await screen.findByRole('link', { name: 'Open in Requests' })).toHaveAttribute(
      'href',
      '/admin/requests/request-1',
    )
  })

  it('tells strangers that there is no such error', async () => {
    renderScreen(<TunnelErrorPage />, { at })
    expect(await screen.findByRole('heading', { name: 'No such error' })).toBeVisible()
  })
})

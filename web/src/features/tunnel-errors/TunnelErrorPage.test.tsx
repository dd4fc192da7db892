import { describe, expect, it } from 'vitest'
import { screen } from '@testing-library/react'
import { renderScreen } from '../../testing/render.tsx'
import { TestApi } from '../../testing/test-api.ts'
import { TunnelErrorPage } from './TunnelErrorPage.tsx'

const at = '/admin/errors?report=sealed'

describe('the page of an error', () => {
  it('shows cause, fix and request to the owner, and leads back to the address', async () => {
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

  it('says to strangers that there is no such error', async () => {
    renderScreen(<TunnelErrorPage />, { at })
    expect(await screen.findByRole('heading', { name: 'No such error' })).toBeVisible()
  })
})

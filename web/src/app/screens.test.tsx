import { describe, expect, it, vi } from 'vitest'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { GraphQLError } from 'graphql'
import type { ComponentType } from 'react'
import { AgentsPage } from '../features/agents/AgentsPage.tsx'
import { IdentityPage } from '../features/api-keys/IdentityPage.tsx'
import { AuditLogPage } from '../features/audit/AuditLogPage.tsx'
import { AuthIdPage } from '../features/auth-tokens/AuthIdPage.tsx'
import { BillingPage } from '../features/subscriptions/BillingPage.tsx'
import { DomainsPage } from '../features/domains/DomainsPage.tsx'
import { GatewaysPage } from '../features/gateways/GatewaysPage.tsx'
import { IpRestrictionsPage } from '../features/ip-restrictions/IpRestrictionsPage.tsx'
import { RateLimitsPage } from '../features/rate-limits/RateLimitsPage.tsx'
import { RequestsPage } from '../features/requests/RequestsPage.tsx'
import { SettingsPage } from '../features/settings/SettingsPage.tsx'
import { TeamPage } from '../features/team/TeamPage.tsx'
import { AgentPage } from '../features/traffic/AgentPage.tsx'
import { GatewayPage } from '../features/traffic/GatewayPage.tsx'
import { renderAdminScreen, renderUi } from '../testing/render.tsx'
import { TestApi } from '../testing/test-api.ts'
import { GatewayMetricsPage } from '../features/usage/GatewayMetricsPage.tsx'
import { NetworkTransferPage } from '../features/usage/NetworkTransferPage.tsx'
import { ConnectionBanner } from './ConnectionBanner.tsx'

const screens: [what: string, Screen: ComponentType][] = [
  ['your gateways', GatewaysPage],
  ['your domains', DomainsPage],
  ['your agents', AgentsPage],
  ['your settings', SettingsPage],
  ['your AuthID', AuthIdPage],
  ['your team', TeamPage],
  ['your IP restrictions', IpRestrictionsPage],
  ['your credentials', IdentityPage],
  ['the audit log', AuditLogPage],
  ['your plan', BillingPage],
  ['your network transfer', NetworkTransferPage],
  ['your gateway metrics', GatewayMetricsPage],
  ['your rate limits', RateLimitsPage],
  ['your requests', RequestsPage],
  ['the gateway', GatewayPage],
  ['the agent', AgentPage],
]

describe('a screen whose data cannot be read', () => {
  it.each(screens)(
    'says that it could not load %s and why, gives the request id, and offers to try again',
    async (what, Screen) => {
      const api = new TestApi()
      api.failure = new GraphQLError('Something went wrong on our side.', {
        extensions: { code: 'INTERNAL', requestId: 'request-1' },
      })
      renderAdminScreen(<Screen />, api)
      const alert = (await screen.findByText(`Could not load ${what}`)).closest<HTMLElement>('[role="alert"]')
      expect(alert).toHaveTextContent('Something went wrong on our side. Request id: request-1')

      const asked = api.operations.length
      await userEvent.click(within(alert!).getByRole('button', { name: 'Try again' }))
      expect(api.operations.length).toBeGreaterThan(asked)
    },
  )
})

/** Returns a screen's text without Mantine's styles, which it contains. */
function readText(container: HTMLElement): string {
  const copy = container.cloneNode(true) as HTMLElement
  for (const style of copy.querySelectorAll('style')) style.remove()
  return copy.textContent
}

describe('a screen whose refetch fails', () => {
  it.each<[what: string, Screen: ComponentType]>([
    ['agents', AgentsPage],
    ['AuthID', AuthIdPage],
    ['gateways', GatewaysPage],
  ])('keeps the %s that it shows', async (_, Screen) => {
    const api = new TestApi()
    const { client, container } = renderAdminScreen(<Screen />, api)
    await waitFor(() => expect(container.querySelector('.mantine-Skeleton-root')).not.toBeInTheDocument())
    await screen.findByRole('heading', { level: 1 })
    const shown = readText(container)
    api.failure = new GraphQLError('Something went wrong on our side.', { extensions: { code: 'INTERNAL' } })
    await act(() => client.refetchQueries({ include: 'active' }).catch(() => undefined))
    expect(readText(container)).toBe(shown)
  })
})

describe('the connection banner', () => {
  it('says that the page may be out of date while the browser is offline', () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    renderUi(<ConnectionBanner />)
    act(() => void window.dispatchEvent(new Event('offline')))
    expect(screen.getByText('You are offline. What you see may be out of date.')).toBeVisible()
    onLine.mockReturnValue(true)
    act(() => void window.dispatchEvent(new Event('online')))
    expect(screen.queryByText(/You are offline/)).not.toBeInTheDocument()
    onLine.mockRestore()
  })
})

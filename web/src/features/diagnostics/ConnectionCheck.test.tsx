import { describe, expect, it } from 'vitest'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AgentsPage } from '../agents/AgentsPage.tsx'
import { GatewaysPage } from '../gateways/GatewaysPage.tsx'
import { renderAdminScreen } from '../../testing/render.tsx'
import { aGateway, anAgent, refuse, TestApi } from '../../testing/test-api.ts'
import type { ConnectionCheckResult } from './useConnectionCheck.ts'

type ConnectionStep = ConnectionCheckResult['steps'][number]

const ok = { state: 'OK', code: null, fix: null } as const
const skipped = { state: 'SKIPPED', durationMs: null, code: null, message: null, fix: null } as const
const hopsToAgent: ConnectionStep[] = [
  { hop: 'NAME', ...ok, durationMs: 0.4, message: 'It leads to 127.0.0.1.' },
  { hop: 'SERVER', ...ok, durationMs: 2, message: 'A server answers.' },
  { hop: 'TLS', ...ok, durationMs: 1.6, message: 'The certificate is good until 1 January 2027.' },
  { hop: 'EDGE', ...ok, durationMs: 3.4, message: 'It is an edge of this installation.' },
]
const offline: ConnectionStep = {
  hop: 'AGENT',
  state: 'FAILED',
  durationMs: null,
  code: 'CULVERT_TUNNEL_OFFLINE',
  message: 'No agent is connected for this hostname.',
  fix: 'Start your agent.',
}

const toPayload = (steps: ConnectionStep[]) => ({
  check: {
    publicUrl: 'http://demo.test',
    checkedAt: new Date().toISOString(),
    passed: steps.every(({ state }) => state === 'OK'),
    steps,
  },
})

describe('a connection check', () => {
  it('starts when its dialog opens, and says at which hop requests fail and what to do', async () => {
    const user = userEvent.setup()
    const api = new TestApi()
    api.gateways = [aGateway()]
    const asked: unknown[] = []
    api.mutations['checkGateway'] = ({ id }) => {
      asked.push(id)
      return toPayload([...hopsToAgent, offline, { hop: 'APP', ...skipped }])
    }
    renderAdminScreen(<GatewaysPage />, api)
    await user.click(await screen.findByRole('button', { name: 'Check the connection of demo' }))
    expect(await screen.findByText('Requests end here: Agent.')).toBeVisible()
    expect(asked).toEqual(['gateway-demo'])
    const hops = within(screen.getByRole('list', { name: /^Hops/ })).getAllByRole('listitem')
    expect(hops.map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))).toEqual([
      'Name look-upWorks< 1 msIt leads to 127.0.0.1.',
      'ServerWorks2 msA server answers.',
      'CertificateWorks2 msThe certificate is good until 1 January 2027.',
      'EdgeWorks3 msIt is an edge of this installation.',
      'AgentFailsNo agent is connected for this hostname. Start your agent. CULVERT_TUNNEL_OFFLINE',
      'Your appNot reached',
    ])

    api.mutations['checkGateway'] = () => refuse('RATE_LIMITED', 'Too many attempts. Try again in 20 seconds.')
    await user.click(screen.getByRole('button', { name: 'Check again' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Try again in 20 seconds')
  })

  it('of an agent is shown together with its live health', async () => {
    const user = userEvent.setup()
    const api = new TestApi()
    api.agents = [anAgent()]
    api.mutations['checkAgent'] = () =>
      toPayload([
        ...hopsToAgent,
        { hop: 'AGENT', ...ok, durationMs: 12, message: 'The agent is connected.' },
        { hop: 'APP', ...ok, durationMs: 5, message: 'The app answers.' },
      ])
    renderAdminScreen(<AgentsPage />, api)
    expect(await screen.findByText('Healthy · 12 ms')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Check the connection of Agent 01234567' }))
    expect(await screen.findByText('Every hop works: visitors reach your app.')).toBeVisible()

    const lastFailure = {
      requestId: 'request-1',
      code: 'CULVERT_APP_REFUSED',
      cause: 'Nothing listens there.',
      fix: 'Start your app.',
      detail: 'nothing listens on http://localhost:3000',
      occurredAt: new Date().toISOString(),
    }
    const degraded = anAgent({ health: 'degraded', lastFailure })
    api.agents = [degraded]
    await act(async () => api.emit('agentChanged', degraded))
    const dialog = screen.getByRole('dialog')
    expect(await within(dialog).findByText('Degraded')).toBeVisible()
    expect(within(dialog).getByText('request-1')).toBeVisible()
    expect(within(dialog).getByText(/Start your app\./)).toBeVisible()
  })
})

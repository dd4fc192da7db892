import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { ActiveAccountProvider } from '../accounts/ActiveAccount.tsx'
import { AgentsPage } from '../agents/AgentsPage.tsx'
import { GatewaysPage } from '../gateways/GatewaysPage.tsx'
import { renderAdminScreen, renderScreen } from '../../testing/render.tsx'
import { aGateway, anAgent, refuse, TestApi } from '../../testing/test-api.ts'
import { aRequest, TestRequests } from '../../testing/test-requests.ts'
import { AgentPage } from './AgentPage.tsx'
import { GatewayPage } from './GatewayPage.tsx'
import type { Traffic } from './traffic.ts'

const [first, second] = ['2026-11-21T09:00:00.000Z', '2026-11-21T09:30:00.000Z']
const nothing = { informational: 0, success: 0, redirection: 0, clientErrors: 0, serverErrors: 0 }
const failure = {
  requestId: 'request-1',
  code: 'CULVERT_APP_REFUSED',
  cause: 'Nothing listens there.',
  fix: 'Start your app.',
  detail: null,
  occurredAt: first,
}

function aTraffic(more: Partial<Traffic> = {}): Traffic {
  return {
    steps: [
      {
        startsAt: first,
        ...nothing,
        success: 1_200,
        serverErrors: 300,
        bytesOut: 2048,
        p50Ms: 12,
        p95Ms: 900,
      },
      { startsAt: second, ...nothing, bytesOut: 0, p50Ms: null, p95Ms: null },
    ],
    stepSeconds: 1_800,
    p50Ms: 12,
    p95Ms: 900,
    notRecorded: 0,
    ...more,
  }
}

const step = (hop: string, more: object = {}) => ({
  hop,
  state: 'OK',
  durationMs: 2,
  code: null,
  message: 'It works.',
  fix: null,
  ...more,
})
const broken = {
  state: 'FAILED',
  durationMs: null,
  code: 'CULVERT_APP_REFUSED',
  message: 'Nothing listens there.',
  fix: 'Start your app.',
}
const toPayload = (app: object) => ({
  check: {
    publicUrl: 'http://demo.test',
    checkedAt: new Date().toISOString(),
    passed: true,
    steps: [step('NAME'), step('SERVER'), step('EDGE'), step('AGENT'), step('APP', app)],
  },
})

/** An account with a gateway, an agent on it, and some traffic. */
function createApi() {
  const api = new TestApi()
  const gateway = { ...aGateway({ tunnelBinding: anAgent().id }), deletedAt: null as string | null }
  const agent = anAgent({ name: 'Laptop' })
  api.gateways = [gateway]
  api.agents = [agent]
  const requests = new TestRequests(api)
  const asked: object[] = []
  const edges: object[] = [anEdge()]
  Object.assign(api.account, {
    ipRestrictions: [{ id: 'restriction', ipAddress: '203.0.113.0/24', description: 'A crawler' }],
    gateway: ({ id }: { id: string }) => (id === gateway.id ? gateway : null),
    agent: ({ id }: { id: string }) =>
      api.agents.map((one) => ({ ...one, gateway, edges })).find((one) => one.id === id) ?? null,
    traffic: (of: object) => {
      asked.push(of)
      return aTraffic()
    },
  })
  api.mutations['checkGateway'] = () => toPayload({})
  api.mutations['checkAgent'] = () => toPayload({})
  return { api, gateway, requests, asked, edges }
}

/** The edge of an installation that has only one. */
const anEdge = (more: object = {}) => ({ name: null, region: null, connectedAt: first, isDraining: false, ...more })

function open(api: TestApi, at: string) {
  return renderScreen(
    <ActiveAccountProvider>
      <Routes>
        <Route path="/admin/gateway" element={<p>All gateways</p>} />
        <Route path="/admin/gateway/:id" element={<GatewayPage />} />
        <Route path="/admin/agents/:id" element={<AgentPage />} />
      </Routes>
    </ActiveAccountProvider>,
    { api, at },
  )
}

const figure = async (label: string) => (await screen.findByText(label, { selector: 'dt' })).parentElement!
const hops = () => within(screen.getByRole('list', { name: /^Hops/ })).getAllByRole('listitem')

describe('the page of a gateway', () => {
  it('shows the figures of its range, and links each step to its requests', async () => {
    const { api, asked } = createApi()
    open(api, '/admin/gateway/gateway-demo')
    await waitFor(async () => expect(await figure('Requests')).toHaveTextContent('1,500in 24 hours, 2.0 KB out'))
    expect(await figure('Success rate')).toHaveTextContent('80%')
    expect(await figure('Typical duration')).toHaveTextContent(/12.ms95 of 100 within 900.ms/)
    expect(asked).toEqual([{ gatewayId: 'gateway-demo', range: 'DAY' }])
    const table = screen.getByRole('table', { name: 'Requests by status', hidden: true })
    const links = within(table).getAllByRole('link', { hidden: true })
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      `/admin/requests?${new URLSearchParams({ gateway: 'gateway-demo', from: first, to: second }).toString()}`,
    ])
  })

  it('offers other ranges, as far back as the plan keeps requests', async () => {
    const { api, asked, requests } = createApi()
    requests.recording.keptHours = 24
    open(api, '/admin/gateway/gateway-demo')
    const ranges = await screen.findByRole('navigation', { name: 'Range' })
    await waitFor(() => expect(within(ranges).getAllByRole('link')).toHaveLength(2))
    await userEvent.click(within(ranges).getByRole('link', { name: '1 hour' }))
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ range: 'HOUR' }))
    expect(within(ranges).getByRole('link', { name: '1 hour' })).toHaveAttribute('aria-current', 'true')
  })

  it('refreshes its figures when requests arrive', async () => {
    const { api, asked, requests } = createApi()
    open(api, '/admin/gateway/gateway-demo')
    await figure('Requests')
    await waitFor(() => expect(asked.length).toBeGreaterThan(0))
    const before = asked.length
    act(() => requests.come([aRequest(1)]))
    await waitFor(() => expect(asked.length).toBeGreaterThan(before))
  })

  it('says how many requests were not recorded, and that recording is switched off', async () => {
    const { api, requests } = createApi()
    requests.recording.isOn = false
    api.account['traffic'] = () => aTraffic({ notRecorded: 40 })
    open(api, '/admin/gateway/gateway-demo')
    expect(await screen.findByText('Requests are not recorded')).toBeVisible()
    expect(screen.getByText(/^40 requests of this account in this time came in too fast/)).toBeVisible()
  })

  it('measures each hop on opening, explains a failing hop, and keeps that if no check is left', async () => {
    const { api } = createApi()
    api.mutations['checkGateway'] = () => toPayload(broken)
    open(api, '/admin/gateway/gateway-demo')
    expect(await screen.findByText('Nothing listens there.')).toBeVisible()
    expect(screen.getByText(/Start your app\./)).toBeVisible()
    expect(hops().map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))).toEqual([
      'Name look-up2 ms',
      'Server2 ms',
      'Edge2 ms',
      'Agent2 ms',
      'Your appFails',
    ])
    api.mutations['checkGateway'] = () => refuse('RATE_LIMITED', 'Too many attempts. Try again in 20 seconds.')
    await userEvent.click(screen.getByRole('button', { name: 'Measure now' }))
    expect(await screen.findByText(/Try again in 20 seconds/)).toBeVisible()
    expect(screen.getByText('Nothing listens there.')).toBeVisible()
    api.mutations['checkGateway'] = () => toPayload({})
    await userEvent.click(screen.getByRole('button', { name: 'Measure now' }))
    await waitFor(() => expect(screen.queryByText('Nothing listens there.')).not.toBeInTheDocument())
  })

  it('lists the last errors with what to do, and links to each', async () => {
    const { api } = createApi()
    const nodes = [
      aRequest(2, { status: 502, answeredBy: 'EDGE', code: failure.code, failure }),
      aRequest(1, { status: 500, path: '/cart' }),
    ]
    api.account['requests'] = ({ filter, first: count }: { filter: object; first: number }) => {
      expect([filter, count]).toEqual([{ gatewayId: 'gateway-demo', statusClasses: ['SERVER_ERROR'] }, 5])
      return { nodes, startCursor: null, endCursor: null, searchedTo: null }
    }
    open(api, '/admin/gateway/gateway-demo')
    const link = await screen.findByRole('link', { name: 'GET /2' })
    expect(link).toHaveAttribute('href', `/admin/requests/${nodes[0]?.id}`)
    expect(link.closest('li')).toHaveTextContent('CULVERT_APP_REFUSED Nothing listens there. Start your app.')
    expect(screen.getByText('Your app answered 500.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'See all errors' })).toHaveAttribute(
      'href',
      '/admin/requests?gateway=gateway-demo&status=5xx',
    )
  })

  it('lists its sessions with links to their pages', async () => {
    const { api } = createApi()
    open(api, '/admin/gateway/gateway-demo')
    const table = await screen.findByRole('table', { name: 'Sessions' })
    const link = within(table).getByRole('link', { name: 'Laptop' })
    expect(link).toHaveAttribute('href', `/admin/agents/${anAgent().id}`)
    expect(link.closest('tr')).toHaveTextContent('Ada Lovelace')
  })

  it("shows its agent's edges live, and omits an only edge that has no region", async () => {
    const { api, edges } = createApi()
    edges.splice(0, 1, anEdge({ name: 'machine' }))
    open(api, '/admin/gateway/gateway-demo')
    await waitFor(() => expect(api.operations).toContain('ServingEdges_Query'))
    await screen.findByRole('table', { name: 'Sessions' })
    expect(screen.queryByText('Edges', { selector: 'dt' })).not.toBeInTheDocument()

    const one = { name: 'edge-1', region: 'eu-west' }
    const change = (...now: object[]) => {
      edges.splice(0, edges.length, ...now)
      act(() => api.emit('accountChanged', { id: 'account', agent: api.account['agent'] }))
    }
    change(anEdge(one), anEdge({ connectedAt: second }))
    const fact = await figure('Edges')
    const items = within(fact).getAllByRole('listitem')
    expect(items.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^edge-1 · eu-westsince /),
      expect.stringMatching(/^Without a namesince /),
    ])
    change(anEdge({ ...one, isDraining: true }))
    await waitFor(() => expect(within(fact).getByRole('listitem')).toHaveTextContent('Draining'))
    change()
    await waitFor(() => expect(fact).toHaveTextContent('None at the moment'))
  })

  it('shows the command that starts an agent on it, the refused addresses, and a QR code', async () => {
    const { api } = createApi()
    open(api, '/admin/gateway/gateway-demo')
    expect((await screen.findByText('--gateway')).parentElement).toHaveTextContent('--gateway demo')
    expect(screen.getByText('203.0.113.0/24').closest('li')).toHaveTextContent('A crawler')
    expect(await screen.findByRole('figure', { name: /^QR code of http:/, hidden: true })).toBeInTheDocument()
  })

  it('lets managers edit the description, but not a name that is part of the hostname', async () => {
    const { api, gateway } = createApi()
    const changes: object[] = []
    api.mutations['updateGateway'] = (input) => {
      changes.push(input)
      return { gateway: Object.assign(gateway, { description: input['description'] }) }
    }
    open(api, '/admin/gateway/gateway-demo')
    await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
    expect(await screen.findByLabelText('Name')).toBeDisabled()
    await userEvent.type(screen.getByLabelText('Description'), 'The shop')
    await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
    expect(await screen.findByText('The shop')).toBeVisible()
    expect(changes).toEqual([{ id: 'gateway-demo', description: 'The shop' }])
  })

  it('lets managers rename a gateway that is renamable, and keeps a description that somebody else changes meanwhile', async () => {
    const { api, gateway } = createApi()
    gateway.isRenamable = true
    const changes: object[] = []
    api.mutations['updateGateway'] = (input) => {
      changes.push(input)
      return { gateway: Object.assign(gateway, { name: input['name'] }) }
    }
    open(api, '/admin/gateway/gateway-demo')
    await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
    await userEvent.type(await screen.findByLabelText('Name'), '-two')
    await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'demo-two' })).toBeVisible()
    expect(changes).toEqual([{ id: 'gateway-demo', name: 'demo-two' }])
  })

  it('leads to the list after the gateway has been deleted', async () => {
    const { api, gateway } = createApi()
    api.mutations['deleteGateway'] = () => ({ gateway })
    open(api, '/admin/gateway/gateway-demo')
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Delete gateway' }))
    expect(await screen.findByText('All gateways')).toBeVisible()
  })

  it('offers no changes to viewers', async () => {
    const { api } = createApi()
    api.viewerCanManageGateways = false
    open(api, '/admin/gateway/gateway-demo')
    await screen.findByRole('heading', { level: 1, name: 'demo' })
    expect(screen.queryByRole('button', { name: 'Edit' })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument()
  })

  it('says why the operator has blocked its hostname', async () => {
    const { api, gateway } = createApi()
    gateway.block = { reason: 'It imitated a bank.' }
    open(api, '/admin/gateway/gateway-demo')
    expect(await screen.findByText('The operator has blocked this hostname')).toBeVisible()
    expect(screen.getByText(/“It imitated a bank.”/)).toBeVisible()
    expect(await figure('Status')).toHaveTextContent('Blocked')
  })

  it('of a deleted gateway keeps its traffic, and offers no check and no changes', async () => {
    const { api, gateway, asked } = createApi()
    gateway.deletedAt = first
    gateway.tunnelBinding = null
    open(api, '/admin/gateway/gateway-demo')
    expect(await screen.findByText('This gateway was deleted')).toBeVisible()
    expect(await figure('Status')).toHaveTextContent('Deleted')
    await waitFor(async () => expect(await figure('Requests')).toHaveTextContent('1,500in 24 hours, 2.0 KB out'))
    expect(asked).toEqual([{ gatewayId: 'gateway-demo', range: 'DAY' }])
    const table = screen.getByRole('table', { name: 'Requests by status', hidden: true })
    expect(within(table).getAllByRole('link', { hidden: true })).toHaveLength(1)
    expect(screen.queryByText('From a visitor to your app')).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Edit' })).not.toBeInTheDocument()
    expect(api.operations).not.toContain('ConnectionCheck_CheckGateway')
  })

  it('says that the gateway does not exist, and links to the list', async () => {
    const { api } = createApi()
    open(api, '/admin/gateway/nothing')
    expect(await screen.findByRole('heading', { name: 'No such gateway' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'See all gateways' })).toHaveAttribute('href', '/admin/gateway')
  })
})

describe('the page of an agent', () => {
  const path = `/admin/agents/${anAgent().id}`

  it('shows its traffic, its hops, its edges and its gateway', async () => {
    const { api, asked, edges } = createApi()
    edges.push(anEdge({ name: 'edge-2' }))
    open(api, path)
    expect(await screen.findByRole('heading', { level: 1, name: 'Laptop' })).toBeVisible()
    expect(await figure('Edges')).toHaveTextContent('edge-2')
    await waitFor(() => expect(hops()[4]).toHaveTextContent(/Your app2.ms/))
    expect(asked[0]).toEqual({ agentId: anAgent().id, range: 'DAY' })
    expect(screen.getByRole('link', { name: 'demo' })).toHaveAttribute('href', '/admin/gateway/gateway-demo')
    expect(screen.getByRole('button', { name: 'Stop' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'see all requests' })).toHaveAttribute(
      'href',
      `/admin/requests?agent=${anAgent().id}`,
    )
  })

  it('shows the command that restarts an ended agent, and no check', async () => {
    const { api } = createApi()
    const stoppedAt = '2026-11-21T10:00:00.000Z'
    api.agents = [anAgent({ status: 'inactive', connected: false, stoppedAt, viewerCanStop: false })]
    open(api, path)
    expect(await screen.findByText('This agent has ended')).toBeVisible()
    expect(screen.getByText('--gateway').parentElement).toHaveTextContent('--gateway demo')
    expect(screen.queryByText('From a visitor to your app')).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Stop' })).not.toBeInTheDocument()
  })

  it('says that the agent was lost and may come back', async () => {
    const { api } = createApi()
    api.agents = [anAgent({ status: 'error', connected: false, health: 'down', viewerCanStop: false })]
    open(api, path)
    expect(await screen.findByText('This agent was lost')).toBeVisible()
    expect(screen.getByText(/If its command is still running, it reconnects by itself\./)).toBeVisible()
  })

  it('links to the list if the agent does not exist', async () => {
    const { api } = createApi()
    open(api, '/admin/agents/nothing')
    expect(await screen.findByRole('link', { name: 'See all agents' })).toHaveAttribute('href', '/admin/agents')
  })
})

describe('the rows of a list', () => {
  it('of gateways link to their pages', async () => {
    const { api } = createApi()
    renderAdminScreen(<GatewaysPage />, api)
    expect(await screen.findByRole('link', { name: 'demo' })).toHaveAttribute('href', '/admin/gateway/gateway-demo')
  })

  it('of agents link to their pages, for running and ended agents', async () => {
    const { api } = createApi()
    const ended = anAgent({ id: 'ended', name: 'Old laptop', status: 'inactive', connected: false, stoppedAt: first })
    api.agents.push(ended)
    renderAdminScreen(<AgentsPage />, api)
    expect(await screen.findByRole('link', { name: 'Laptop' })).toHaveAttribute('href', `/admin/agents/${anAgent().id}`)
    expect(await screen.findByRole('link', { name: 'Old laptop' })).toHaveAttribute('href', '/admin/agents/ended')
  })
})

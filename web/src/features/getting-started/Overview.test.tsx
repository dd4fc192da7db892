import { describe, expect, it } from 'vitest'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { readClipboard } from '../../testing/clipboard.ts'
import { anOverview } from '../../testing/overview.ts'
import { ada } from '../../testing/people.ts'
import { renderAdminScreen } from '../../testing/render.tsx'
import { aDomain, aGateway, anAgent, refused, TestApi } from '../../testing/test-api.ts'
import { aRequest, TestRequests } from '../../testing/test-requests.ts'
import { GettingStartedPage } from './GettingStartedPage.tsx'

const token = { id: 'token', name: "Ada's account CLI Token", createdAt: '2026-11-21T09:30:00.000Z', lastUsedAt: null }
const now = () => new Date().toISOString()
const noTraffic = { apiRequests: 0, failedRequests: 0, dataInBytes: 0, dataOutBytes: 0 }

/** An account with a connected tunnel on each of two gateways; a colleague runs the second. */
function createApi(more: Record<string, unknown> = {}) {
  const api = new TestApi()
  const shopUrl = {
    assignedDomain: 'shop-ada-l.culvert.localhost',
    publicUrl: 'http://shop-ada-l.culvert.localhost:8080',
  }
  api.authToken = token
  api.gateways = [
    aGateway({ tunnelBinding: 'own' }),
    aGateway({ name: 'shop', tunnelBinding: 'others' }),
    aGateway({ name: 'idle' }),
  ]
  api.agents = [
    anAgent({ id: 'own' }),
    anAgent({ id: 'others', ...shopUrl, startedBy: { ...ada, id: 'grace', fullName: 'Grace Hopper' } }),
  ]
  Object.assign(api.account, { hasConnected: true, ...anOverview(more) })
  const requests = new TestRequests(api)
  return { api, requests }
}

const show = (api: TestApi) => renderAdminScreen(<GettingStartedPage />, api)
const region = async (name: string) => within(await screen.findByRole('region', { name }))

describe('getting started after a first connection', () => {
  it('lists what is up, with addresses to copy and to open', async () => {
    const { api } = createApi()
    show(api)
    const up = await region('What is up')
    expect(up.getByText('2 agents connected, 2 of 3 gateways served.')).toBeVisible()
    expect(up.getAllByRole('link', { name: 'http://demo-ada-l.culvert.localhost:8080' })[0]).toBeVisible()
    const others = within(up.getByRole('list', { name: 'Other agents' }))
    const shop = 'http://shop-ada-l.culvert.localhost:8080'
    expect(others.getByRole('link', { name: shop })).toHaveAttribute('href', shop)
    expect(others.getByRole('link', { name: `Open ${shop}` })).toHaveAttribute('href', shop)
    expect(others.getByRole('button', { name: `Copy public URL ${shop}` })).toBeVisible()
  })

  it('shows the selected gateway in the box and the commands, even if someone else serves it', async () => {
    const user = userEvent.setup()
    const { api } = createApi()
    show(api)
    const tunnel = await region('Tunnel')
    expect(tunnel.getByText('Connected')).toBeVisible()
    expect(tunnel.getByText('curl http://demo-ada-l.culvert.localhost:8080')).toBeVisible()

    const [select] = screen.getAllByLabelText('Gateway')
    await user.selectOptions(select!, 'shop')
    expect(tunnel.getByText('curl http://shop-ada-l.culvert.localhost:8080')).toBeVisible()
    expect(tunnel.getByText('Grace Hopper')).toBeVisible()

    await user.selectOptions(select!, 'idle')
    expect(tunnel.getByText('Waiting for your agent…')).toBeVisible()
    await user.click(tunnel.getByRole('button', { name: /^Copy curl command/ }))
    expect(await readClipboard()).toBe('curl http://idle-ada-l.culvert.localhost:8080')
    const up = await region('What is up')
    await user.click(await up.findByRole('button', { name: 'Copy command culvert http 3000 --gateway idle' }))
    expect(await readClipboard()).toBe('culvert http 3000 --gateway idle')
  })

  it('keeps the selection when agents come and go', async () => {
    const { api } = createApi()
    show(api)
    const tunnel = await region('Tunnel')
    expect(tunnel.getByText('Connected')).toBeVisible()
    const random = { assignedDomain: 'calm-brook.culvert.localhost', publicUrl: 'http://calm-brook.culvert.localhost' }
    api.agents = [anAgent({ id: 'newer', ...random }), ...api.agents.slice(1)]
    await act(async () => api.emit('agentChanged', anAgent({ id: 'own', connected: false, lostAt: now() })))
    await act(async () => api.emit('agentChanged', api.agents[0]!))
    expect(tunnel.getByText('curl http://demo-ada-l.culvert.localhost:8080')).toBeVisible()
  })

  it('shows the last request of the selected gateway live', async () => {
    const { api, requests } = createApi()
    requests.kept = [aRequest(1, { path: '/first' })]
    show(api)
    const tunnel = await region('Tunnel')
    expect(await tunnel.findByRole('link', { name: 'GET /first' })).toBeVisible()
    expect(requests.asked.map(({ filter }) => filter)).toContainEqual({ gatewayId: 'gateway-demo' })

    const next = aRequest(2, { method: 'POST', path: '/next', status: 502, startedAt: now() })
    await act(async () => requests.come([next]))
    const link = await tunnel.findByRole('link', { name: 'POST /next' })
    expect(link).toHaveAttribute('href', `/admin/requests/${next.id}`)
    expect(tunnel.getByText('502')).toBeVisible()
    expect(tunnel.getByText(/ago$/)).toHaveAttribute('datetime', next.startedAt)
  })

  it('lists what broke in the last 24 hours, each with a link to its page', async () => {
    const notice = { isUnread: false, account: null, happenedAt: now() }
    const lost = {
      ...notice,
      id: '1',
      kind: 'AGENT_LOST',
      title: 'demo lost its agent',
      text: '…',
      path: '/admin/agents',
    }
    const nodes = [
      lost,
      { ...lost, id: '2', title: 'An old loss', happenedAt: '2026-11-01T09:00:00.000Z' },
      { ...lost, id: '3', kind: 'NEW_SIGN_IN', title: 'A new sign-in' },
    ]
    const domains = [
      aDomain({ status: 'failed', lastCheckMessage: 'There is no CNAME record.' }),
      aDomain({ id: 'other' }),
    ]
    const { api, requests } = createApi({ notices: { nodes }, domains })
    const cause = { code: 'CULVERT_APP_REFUSED', cause: 'Nothing listens there.', fix: 'Start your app.' }
    const failure = { ...cause, requestId: '1', detail: null, occurredAt: now() }
    const failed = aRequest(1, { path: '/cart', status: 502, startedAt: now(), failure })
    requests.kept = [failed]
    show(api)
    const broken = await region('What broke')
    const loss = await broken.findByRole('link', { name: 'demo lost its agent' })
    expect(loss).toHaveAttribute('href', '/admin/agents')
    expect(broken.queryByText('An old loss')).not.toBeInTheDocument()
    expect(broken.queryByText('A new sign-in')).not.toBeInTheDocument()
    expect(broken.getByText('There is no CNAME record.')).toBeVisible()
    expect(broken.getAllByRole('link', { name: 'See the domain' })).toHaveLength(1)
    const request = await broken.findByRole('link', { name: 'GET /cart' })
    expect(request).toHaveAttribute('href', `/admin/requests/${failed.id}`)
    expect(broken.getByText(/Nothing listens there\./)).toBeVisible()
    expect(requests.asked.find(({ filter }) => filter?.statusClasses)?.filter?.statusClasses).toEqual(['SERVER_ERROR'])
  })

  it('says that nothing broke, that no limit is near, and what to do next', async () => {
    show(createApi().api)
    expect(await (await region('What broke')).findByText(/^Nothing: no agent was lost/)).toBeVisible()
    expect((await region('Limits')).getByText(/^No limit of your plan is near/)).toBeVisible()
    expect((await region('Next step')).getByRole('link', { name: 'Add a domain' })).toBeVisible()
  })

  it("shows today's traffic next to the whole of yesterday's", async () => {
    const { api } = createApi({
      usageTotals: [
        { date: '2026-11-20', ...noTraffic, apiRequests: 1_310, dataOutBytes: 2 ** 20 },
        { date: '2026-11-21', ...noTraffic, apiRequests: 420, failedRequests: 3 },
      ],
    })
    show(api)
    const today = await region('Today')
    expect(await today.findByText('420')).toBeVisible()
    expect(today.getByText('yesterday 1,310')).toBeVisible()
    expect(today.getByText('yesterday 1.0 MB')).toBeVisible()
  })

  it('lists limits that are at least 80 % used, and says which are reached', async () => {
    const { api } = createApi({
      planUsage: [
        { label: 'Gateways', used: 3, limit: 3, unit: 'COUNT', exceeded: false },
        { label: 'Data transfer this month', used: 4, limit: 5, unit: 'GIB', exceeded: false },
        { label: 'Agent hours this month', used: 79, limit: 100, unit: 'HOURS', exceeded: false },
      ],
    })
    show(api)
    const limits = await region('Limits')
    expect(limits.getByText('3 of 3, reached')).toBeVisible()
    expect(limits.getByText('4.0 GB of 5 GB')).toBeVisible()
    expect(limits.queryByText('Agent hours this month')).not.toBeInTheDocument()
  })

  it('suggests a next step that is useful and open to the user', async () => {
    const { api } = createApi({ members: [{ id: 'ada' }], viewerCanInviteMember: refused('LIMIT_REACHED') })
    api.gateways = []
    api.agents = []
    const view = show(api)
    const reserve = await (await region('Next step')).findByRole('link')
    expect(reserve).toHaveTextContent('Reserve a gateway')
    expect(reserve).toHaveAttribute('href', '/admin/gateway?new=true')
    view.unmount()

    api.viewerCanManageGateways = false
    api.account['viewerCanAddDomain'] = refused('NOT_IN_PLAN')
    show(api)
    expect((await region('Next step')).getByRole('link')).toHaveTextContent('See what comes in')
  })

  it('collapses completed steps, which can be opened, dismissed and shown again', async () => {
    const user = userEvent.setup()
    const { api } = createApi()
    const view = show(api)
    const heading = await screen.findByRole('heading', { name: /^Install the agent/ })
    const step = heading.closest('details')!
    expect(step).not.toHaveAttribute('open')
    await user.click(heading)
    expect(step).toHaveAttribute('open')

    await user.click(screen.getByRole('button', { name: 'Dismiss the steps' }))
    expect(screen.queryByRole('heading', { name: /^Install the agent/ })).not.toBeInTheDocument()
    view.unmount()

    show(api)
    const button = await screen.findByRole('button', { name: 'Show the steps', expanded: false })
    await user.click(button)
    expect(screen.getByRole('heading', { name: /^Install the agent/ })).toBeVisible()
  })

  it('keeps an uncompleted step open, and does not offer to dismiss the steps', async () => {
    const { api } = createApi()
    api.authToken = null
    show(api)
    const heading = await screen.findByRole('heading', { name: /^Authenticate/ })
    expect(heading).toHaveTextContent('to do')
    expect(heading.closest('details')).toHaveAttribute('open')
    expect(screen.queryByRole('button', { name: 'Dismiss the steps' })).not.toBeInTheDocument()
  })
})

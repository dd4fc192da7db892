import { describe, expect, it } from 'vitest'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { aMembership } from '../../testing/memberships.ts'
import { renderAdminScreen } from '../../testing/render.tsx'
import { anAgent, TestApi } from '../../testing/test-api.ts'
import { AccountSwitcher } from '../accounts/AccountSwitcher.tsx'
import type { Agent } from './agent.ts'
import { AgentsPage } from './AgentsPage.tsx'

const activeTable = () => screen.findByRole('table', { name: 'Active secure connections' })
const recentTable = () => screen.findByRole('table', { name: 'Recent sessions' })

describe('the agents screen', () => {
  it('says how to start an agent when none runs', async () => {
    renderAdminScreen(<AgentsPage />, new TestApi())
    expect(await screen.findByRole('heading', { name: 'No Agents Running' })).toBeVisible()
    expect(await screen.findByText('You have 2 connections remaining on your current plan.')).toBeVisible()
  })

  it('updates the counters of a running agent as events arrive, without another query', async () => {
    const api = new TestApi()
    api.agents = [anAgent({ requestCount: 1 })]
    renderAdminScreen(<AgentsPage />, api)
    const table = await activeTable()
    await within(table).findByText('0 B out')
    // The first event of an agent makes the lists refresh; later ones carry everything that changed.
    await act(async () => api.emit('agentChanged', anAgent({ requestCount: 2 })))
    const asked = api.operations.filter((name) => name === 'AgentsPage_Query').length

    await act(async () => api.emit('agentChanged', anAgent({ requestCount: 1234, dataOut: 3 * 1024 * 1024 })))
    expect(await within(table).findByText('1,234')).toBeVisible()
    expect(within(table).getByText('3.0 MB out')).toBeVisible()
    expect(api.operations.filter((name) => name === 'AgentsPage_Query')).toHaveLength(asked)
  })

  it('shows an agent that starts, and moves it to the recent sessions when it stops', async () => {
    const api = new TestApi()
    renderAdminScreen(<AgentsPage />, api)
    await screen.findByRole('heading', { name: 'No Agents Running' })

    api.agents = [anAgent()]
    await act(async () => api.emit('agentChanged', anAgent()))
    expect(await within(await activeTable()).findByText('Agent 01234567')).toBeVisible()

    const stopped = anAgent({ status: 'inactive', connected: false, stoppedAt: new Date().toISOString() })
    api.agents = [stopped]
    await act(async () => api.emit('agentChanged', stopped))
    expect(await within(await recentTable()).findByText('Inactive')).toBeVisible()
    expect(screen.getByRole('heading', { name: 'No Agents Running' })).toBeVisible()
  })

  it('shows an agent that starts in the account that the reader switched to', async () => {
    const user = userEvent.setup()
    const api = new TestApi()
    const other = { id: 'other', name: 'Acme', namespace: 'acme' }
    const started: Agent[] = []
    Object.assign(api.viewer, {
      memberships: [
        aMembership(api, { id: 'account', name: "Ada's account", namespace: 'ada_l' }),
        aMembership(api, other),
      ],
    })
    api.others = {
      other: {
        ...other,
        plan: api.plan,
        viewerCanManageGateways: true,
        agents: ({ status, page }: { status: string[]; page: number }) => {
          const nodes = started.filter((agent) => status.includes(agent.status))
          return { nodes, totalCount: nodes.length, page, pageSize: 10, pageCount: 1 }
        },
        ipRestrictions: [],
        rateLimits: [],
      },
    }
    renderAdminScreen(
      <>
        <AccountSwitcher />
        <AgentsPage />
      </>,
      api,
    )
    await screen.findByRole('heading', { name: 'No Agents Running' })
    await user.click(screen.getByRole('button', { name: "Switch account, now Ada's account" }))
    await user.click(await screen.findByRole('menuitem', { name: /Acme/ }))
    await screen.findByRole('button', { name: 'Switch account, now Acme' })

    started.push(anAgent({ name: 'shop' }))
    await act(async () => api.emit('agentChanged', anAgent({ name: 'shop' })))
    expect(await within(await activeTable()).findByText('shop')).toBeVisible()
  })

  it('shows the label of the agent token that started an agent instead of a person', async () => {
    const api = new TestApi()
    api.agents = [anAgent({ startedBy: null, label: 'acme' })]
    renderAdminScreen(<AgentsPage />, api)
    expect(await within(await activeTable()).findByText('Token of acme')).toBeVisible()
  })

  it('shows the email address of the person who started an agent on hover and focus, until Escape', async () => {
    const user = userEvent.setup()
    const api = new TestApi()
    api.agents = [anAgent({ startedBy: { id: 'grace', fullName: 'Grace Hopper', email: 'grace@example.com' } })]
    renderAdminScreen(<AgentsPage />, api)
    const name = await within(await activeTable()).findByText('Grace Hopper')
    expect(screen.queryByText('grace@example.com')).not.toBeInTheDocument()

    await user.hover(name)
    expect(await screen.findByText('grace@example.com')).toBeVisible()
    expect(name).toHaveAccessibleDescription('grace@example.com')
    await user.unhover(name)
    await waitFor(() => expect(screen.queryByText('grace@example.com')).not.toBeInTheDocument())

    act(() => name.focus())
    expect(await screen.findByText('grace@example.com')).toBeVisible()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByText('grace@example.com')).not.toBeInTheDocument())
  })

  it('returns focus to the button that opened a dialog when the dialog is cancelled', async () => {
    const user = userEvent.setup()
    const api = new TestApi()
    api.agents = [anAgent({ name: 'shop' })]
    renderAdminScreen(<AgentsPage />, api)
    const stop = await screen.findByRole('button', { name: 'Stop shop' })
    await user.click(stop)
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(stop).toHaveFocus())
  })

  it('says whether each security feature is in use in this installation and account', async () => {
    const api = new TestApi()
    Object.assign(api.plan, { maxIpRestrictions: 5 })
    Object.assign(api.account, {
      ipRestrictions: [{ id: 'one' }, { id: 'two' }],
      rateLimits: [
        { name: 'REQUESTS_PER_MINUTE', limit: 6_000 },
        { name: 'OPEN_REQUESTS', limit: 200 },
      ],
    })
    renderAdminScreen(<AgentsPage />, api)
    expect(await screen.findByText('In use. 2 restrictions.', { exact: false })).toBeVisible()
    expect(screen.getByText('In use. 6,000 requests a minute, 200 open at once.', { exact: false })).toBeVisible()
    // The addresses of this one start with http://.
    expect(await screen.findByText(/^Not in use\. Your addresses start with http:/)).toBeVisible()
    expect(screen.getByText(/^Not in use\. Agents trust the same certificate authorities/)).toBeVisible()
  })

  it('marks an active agent without a connection to an edge as connecting', async () => {
    const api = new TestApi()
    api.agents = [anAgent({ connected: false })]
    renderAdminScreen(<AgentsPage />, api)
    expect(await within(await activeTable()).findByText('Connecting')).toBeVisible()
  })

  it('says how long ago a lost agent disconnected, and counts it against the limit but not as active', async () => {
    const api = new TestApi()
    const lostAt = new Date(Date.now() - 12_500).toISOString()
    api.agents = [anAgent(), anAgent({ id: 'lost', connected: false, health: 'down', lostAt })]
    renderAdminScreen(<AgentsPage />, api)
    const table = await activeTable()
    expect(await within(table).findByText('Reconnecting')).toBeVisible()
    expect(within(table).getByText(/^lost 1[2-9] s ago$/)).toBeVisible()
    expect(
      screen.getByText('You have reached your connection limit. 1 reconnecting agent counts as connected.'),
    ).toBeVisible()
    const active = within(screen.getByText('Active Connections').parentElement ?? table)
    expect(active.getByText('1')).toBeVisible()
    expect(active.getByText('1 reconnecting')).toBeVisible()
  })

  it('shows a usage bar if there is a limit, and says how many connections remain, or that it is reached', async () => {
    const api = new TestApi()
    api.plan.maxConcurrentAgents = 5
    api.agents = ['a', 'b', 'c'].map((id) => anAgent({ id }))
    const first = renderAdminScreen(<AgentsPage />, api)
    expect(await screen.findByText('You have 2 connections remaining on your current plan.')).toBeVisible()
    expect(screen.getByRole('region', { name: 'Connection Usage' })).toHaveTextContent('3 of 5')
    expect(screen.getByRole('meter', { name: 'Connection Usage' })).toHaveAttribute('value', '3')
    first.unmount()

    api.agents.push(anAgent({ id: 'd' }))
    const second = renderAdminScreen(<AgentsPage />, api)
    expect(await screen.findByText('You have 1 connection remaining on your current plan.')).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Connection Usage' })).toBeVisible()
    second.unmount()

    api.plan.maxConcurrentAgents = 4
    const third = renderAdminScreen(<AgentsPage />, api)
    expect(await screen.findByText('You have reached your connection limit.')).toBeVisible()
    expect(screen.getByText('100%')).toBeVisible()
    third.unmount()

    api.plan.maxConcurrentAgents = -1
    renderAdminScreen(<AgentsPage />, api)
    expect(await screen.findByText('∞')).toBeVisible()
    expect(screen.queryByText('Connection Usage')).not.toBeInTheDocument()
  })

  it('shows many agents in pages, and finds agents by part of their hostname', async () => {
    const user = userEvent.setup()
    const api = new TestApi()
    api.plan.maxConcurrentAgents = -1
    api.agents = Array.from({ length: 120 }, (_, index) =>
      anAgent({ id: `running-${index}`, name: `running ${index}`, assignedDomain: `host-${index}.culvert.localhost` }),
    )
    renderAdminScreen(<AgentsPage />, api)
    expect(await screen.findByText('Page 1 of 3')).toBeVisible()
    const table = await activeTable()
    expect(within(table).getAllByRole('row')).toHaveLength(1 + 50)
    await user.click(screen.getByRole('button', { name: 'Next' }))
    expect(await within(table).findByText('running 99')).toBeVisible()

    await user.type(screen.getByLabelText('Find a connection'), 'HOST-11')
    expect(await within(table).findByText('running 110')).toBeVisible()
    expect(within(table).getAllByRole('row')).toHaveLength(1 + 11)
    expect(screen.getByText('120')).toBeVisible()
    await user.type(screen.getByLabelText('Find a connection'), 'x')
    expect(await screen.findByText('Nothing here matches “HOST-11x”.')).toBeVisible()
  })

  it('queries the lists at most twice when 20 agents start simultaneously', async () => {
    const api = new TestApi()
    renderAdminScreen(<AgentsPage />, api)
    await screen.findByRole('heading', { name: 'No Agents Running' })
    const countAsked = () => api.operations.filter((name) => name === 'AgentsPage_Query').length
    const before = countAsked()
    api.agents = Array.from({ length: 20 }, (_, index) => anAgent({ id: `new-${index}`, name: `new ${index}` }))
    await act(async () => api.agents.forEach((agent) => api.emit('agentChanged', agent)))
    expect(await screen.findByText('new 19')).toBeVisible()
    expect(countAsked() - before).toBeLessThanOrEqual(2)
  })

  it('says what was done to a cookie for a shared domain, although the agent is healthy', async () => {
    const user = userEvent.setup()
    const api = new TestApi()
    const lastFailure = {
      requestId: 'request',
      code: 'CULVERT_COOKIE_DOMAIN',
      cause: 'Your app sets a cookie for a domain on which other accounts have tunnels.',
      fix: 'Set the cookie without Domain.',
      detail: 'a cookie was set for culvert.localhost; its Domain was taken away',
      occurredAt: new Date().toISOString(),
    }
    api.agents = [anAgent({ name: 'shop', lastFailure })]
    renderAdminScreen(<AgentsPage />, api)
    await user.click(await screen.findByRole('button', { name: 'Check the connection of shop' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Connection of shop' }))
    expect(await dialog.findByText('Healthy')).toBeVisible()
    expect(dialog.getByText(lastFailure.cause)).toBeVisible()
    expect(dialog.getByText(/^Set the cookie without Domain\./)).toBeVisible()
    expect(dialog.getByText(`The tunnel says: ${lastFailure.detail}.`)).toBeVisible()
  })

  it('offers to stop an agent only if the API allows it, and asks for confirmation first', async () => {
    const user = userEvent.setup()
    const api = new TestApi()
    api.agents = [anAgent({ id: 'mine', name: 'mine' }), anAgent({ id: 'other', name: 'other', viewerCanStop: false })]
    const stopped: unknown[] = []
    api.mutations['stopAgent'] = ({ id }) => {
      stopped.push(id)
      return { agent: anAgent({ id: 'mine', status: 'inactive' }) }
    }
    renderAdminScreen(<AgentsPage />, api)
    await screen.findByRole('button', { name: 'Stop mine' })
    expect(screen.queryByRole('button', { name: 'Stop other' })).not.toBeInTheDocument()

    await user.click(screen.getByRole('button', { name: 'Stop mine' }))
    expect(stopped).toEqual([])
    await user.click(await screen.findByRole('button', { name: 'Stop agent' }))
    await within(await activeTable()).findByText('other')
    expect(stopped).toEqual(['mine'])
  })

  it('leaves the dialog of another agent open if the answer comes after its own was cancelled', async () => {
    const user = userEvent.setup()
    const api = new TestApi()
    api.agents = [anAgent({ id: 'first', name: 'first' }), anAgent({ id: 'second', name: 'second' })]
    const answer = Promise.withResolvers<void>()
    api.mutations['stopAgent'] = async () => {
      await answer.promise
      return { agent: anAgent({ id: 'first', name: 'first', status: 'inactive' }) }
    }
    renderAdminScreen(<AgentsPage />, api)
    await user.click(await screen.findByRole('button', { name: 'Stop first' }))
    await user.click(await screen.findByRole('button', { name: 'Stop agent' }))
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await user.click(screen.getByRole('button', { name: 'Stop second' }))
    const dialog = await screen.findByRole('dialog', { name: 'Stop second' })
    await act(async () => answer.resolve())
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop first' })).not.toBeInTheDocument())
    expect(dialog).toBeVisible()
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  })

  it('pages through recent sessions', async () => {
    const user = userEvent.setup()
    const api = new TestApi()
    api.agents = Array.from({ length: 11 }, (_, index) =>
      anAgent({ id: `ended-${index}`, name: `ended ${index}`, status: 'inactive', connected: false }),
    )
    renderAdminScreen(<AgentsPage />, api)
    expect(await screen.findByText('Page 1 of 2')).toBeVisible()
    expect(screen.queryByText('ended 10')).not.toBeInTheDocument()

    await user.click(screen.getByRole('button', { name: 'Next' }))
    expect(await screen.findByText('ended 10')).toBeVisible()
    expect(screen.getByText('Page 2 of 2')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled()
  })
})

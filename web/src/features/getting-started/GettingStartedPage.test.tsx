import { describe, expect, it } from 'vitest'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { readClipboard } from '../../testing/clipboard.ts'
import { anOverview } from '../../testing/overview.ts'
import { ada } from '../../testing/people.ts'
import { renderAdminScreen } from '../../testing/render.tsx'
import { aGateway, anAgent, TestApi } from '../../testing/test-api.ts'
import { TestRequests } from '../../testing/test-requests.ts'
import { GettingStartedPage } from './GettingStartedPage.tsx'

const secret = `pk_${'0a1b2c3d'.repeat(8)}`
const token = { id: 'token', name: "Ada's account CLI Token", createdAt: '2026-11-21T09:30:00.000Z', lastUsedAt: null }

const step = (title: string) => screen.findByRole('heading', { name: new RegExp(title) })
const tunnel = () => screen.findByRole('region', { name: 'Tunnel' })

function copiedCommand(user: ReturnType<typeof userEvent.setup>) {
  return async () => {
    const buttons = await screen.findAllByRole('button', { name: /^Copy command/ })
    await user.click(buttons.at(-1)!)
    return readClipboard()
  }
}

describe('getting started', () => {
  it('starts with every step to do, shows the namespace, and waits for an agent', async () => {
    renderAdminScreen(<GettingStartedPage />, new TestApi())
    expect(await step('Install the agent')).toHaveTextContent('to do')
    expect(await step('Authenticate')).toHaveTextContent('to do')
    expect(await step('Start tunneling')).toHaveTextContent('to do')
    expect(screen.getByText('@ada_l')).toBeVisible()
    expect(await tunnel()).toHaveTextContent('Waiting for your agent…')
  })

  it('shows a command that signs the machine in, and a tunnel command without a secret', async () => {
    const user = userEvent.setup()
    renderAdminScreen(<GettingStartedPage />, new TestApi())
    const authenticate = within((await step('Authenticate')).closest('li')!)
    await user.click(await authenticate.findByRole('button', { name: /^Copy command/ }))
    expect(await readClipboard()).toBe('culvert login --server http://localhost:4000')
    expect(await copiedCommand(user)()).toBe('culvert http 3000')
  })

  it('creates the AuthID for programs, and keeps its secret in this browser, masked', async () => {
    const user = userEvent.setup()
    const api = new TestApi()
    api.mutations['createAuthToken'] = () => ({ authToken: token, secret })
    const { container } = renderAdminScreen(<GettingStartedPage />, api)
    await user.click(await screen.findByRole('button', { name: 'Create AuthID Token' }))
    await screen.findByRole('button', { name: 'Show AuthID' })
    expect(await step('Authenticate')).toHaveTextContent('done')
    expect(container).not.toHaveTextContent(secret)
    expect(container).toHaveTextContent('CULVERT_AUTHTOKEN')
    expect(Object.values(localStorage)).toContain(secret)
    await user.click(screen.getByRole('button', { name: 'Show AuthID' }))
    expect(container).toHaveTextContent(secret)
  })

  it('puts the port and the gateway into the command', async () => {
    const user = userEvent.setup()
    const api = new TestApi()
    api.authToken = token
    api.gateways = [aGateway()]
    renderAdminScreen(<GettingStartedPage />, api)
    const copied = copiedCommand(user)
    expect(await copied()).toBe('culvert http 3000 --gateway demo')

    await user.clear(screen.getByLabelText('Local port'))
    await user.type(screen.getByLabelText('Local port'), '80a80')
    await user.selectOptions(screen.getByLabelText('Gateway'), 'Random hostname')
    expect(await copied()).toBe('culvert http 8080')
  })

  it('says where to get a new secret when this browser has none', async () => {
    const api = new TestApi()
    api.authToken = token
    renderAdminScreen(<GettingStartedPage />, api)
    await userEvent.click(await step('Authenticate'))
    expect(await screen.findByRole('link', { name: 'Regenerate it' })).toHaveAttribute('href', '/admin/auth-id')
  })

  it('changes from waiting to connected as events arrive, and counts requests', async () => {
    const api = new TestApi()
    api.authToken = token
    api.gateways = [aGateway()]
    const requests = new TestRequests(api)
    renderAdminScreen(<GettingStartedPage />, api)
    const panel = await tunnel()
    expect(within(panel).getByRole('status')).toHaveTextContent('Waiting for your agent…')

    const agent = anAgent({ connected: false })
    api.agents = [agent]
    await act(async () => api.emit('agentChanged', agent))
    expect(await within(panel).findByText('Your agent has started. Opening the tunnel…')).toBeVisible()

    await act(async () => api.emit('agentChanged', { ...agent, connected: true }))
    expect(await within(panel).findByText('Connected')).toBeVisible()
    expect(within(panel).getByRole('link', { name: agent.publicUrl })).toHaveAttribute('href', agent.publicUrl)
    expect(await step('Start tunneling')).toHaveTextContent('done')
    expect(await step('Install the agent')).toHaveTextContent('done')

    await act(async () => api.emit('agentChanged', { ...agent, connected: true, requestCount: 7 }))
    expect(await within(panel).findByText('7')).toBeVisible()
    expect(within(panel).getByText(`curl ${agent.publicUrl}`)).toBeVisible()
    expect(requests.asked.at(-1)).toMatchObject({ filter: { gatewayId: 'gateway-demo' }, first: 1 })

    // The overview is shown only on request, so that nothing moves.
    expect(screen.queryByRole('region', { name: 'What is up' })).not.toBeInTheDocument()
    Object.assign(api.account, anOverview())
    await userEvent.click(screen.getByRole('button', { name: 'See the overview' }))
    expect(await screen.findByRole('region', { name: 'What is up' })).toHaveTextContent('1 agent connected')
  })

  it("does not mistake another member's agent for the user's own", async () => {
    const api = new TestApi()
    Object.assign(api.account, anOverview())
    api.agents = [anAgent({ startedBy: { ...ada, id: 'grace' } })]
    renderAdminScreen(<GettingStartedPage />, api)
    expect(await tunnel()).toHaveTextContent('Waiting for your agent…')
  })
})

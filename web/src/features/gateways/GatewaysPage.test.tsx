import { describe, expect, it } from 'vitest'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { GraphQLError } from 'graphql'
import { renderAdminScreen } from '../../testing/render.tsx'
import { aGateway, refuse, refused, TestApi } from '../../testing/test-api.ts'
import { GatewaysPage } from './GatewaysPage.tsx'

const openForm = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(await screen.findByRole('button', { name: 'Create Gateway' }))
  await screen.findByDisplayValue('culvert.localhost')
}
const submit = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole('button', { name: 'Create Gateway' }))

describe('the gateway screen', () => {
  it('shows the hostname as the prefix is typed, on the chosen domain, with hyphens for underscores', async () => {
    const user = userEvent.setup()
    renderAdminScreen(<GatewaysPage />, new TestApi())
    await openForm(user)
    await user.type(screen.getByLabelText('Prefix'), 'My App')
    expect(screen.getByRole('status', { name: 'Hostname' })).toHaveTextContent('myapp-ada-l.culvert.localhost')
    await user.selectOptions(screen.getByLabelText('Domain'), 'other.example')
    expect(screen.getByRole('status', { name: 'Hostname' })).toHaveTextContent('myapp-ada-l.other.example')
  })

  it('keeps the caret in the middle of a prefix while what is typed there is put right', async () => {
    const user = userEvent.setup()
    renderAdminScreen(<GatewaysPage />, new TestApi())
    await openForm(user)
    const prefix = screen.getByLabelText<HTMLInputElement>('Prefix')
    await user.type(prefix, 'myshop')
    await user.type(prefix, 'App _-', { initialSelectionStart: 2, initialSelectionEnd: 2 })
    expect(prefix).toHaveValue('myapp-shop')
    expect(prefix.selectionStart).toBe('myapp-'.length)
  })

  it('says how long ago a gateway lost its agent, and does not link to its address meanwhile', async () => {
    const api = new TestApi()
    const agentLostAt = new Date(Date.now() - 125_000).toISOString()
    api.gateways = [aGateway({ tunnelBinding: 'agent', agentLostAt })]
    renderAdminScreen(<GatewaysPage />, api)
    const table = await screen.findByRole('table', { name: 'Gateways' })
    expect(await within(table).findByText('Reconnecting')).toBeVisible()
    expect(within(table).getByText('lost 2 min ago')).toBeVisible()
    expect(within(table).queryByText('Active')).not.toBeInTheDocument()
    const links = within(table).getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/admin/gateway/gateway-demo'])
  })

  it('says which gateway the operator has blocked', async () => {
    const api = new TestApi()
    api.gateways = [aGateway({ block: { reason: 'It imitated a bank.' } })]
    renderAdminScreen(<GatewaysPage />, api)
    const table = await screen.findByRole('table', { name: 'Gateways' })
    expect(await within(table).findByText('Blocked')).toBeVisible()
    expect(within(table).getByText('By the operator')).toBeVisible()
    expect(within(table).queryByText('Available')).not.toBeInTheDocument()
  })

  it('says for each hostname whether HTTPS works yet and, if not, why', async () => {
    const api = new TestApi()
    const certificate = { stage: 'WAITING' as const, lastError: null, advice: null }
    const failed = { lastError: 'A CAA record forbids it.', advice: 'Remove it.' }
    api.gateways = [
      aGateway({ name: 'new', certificate }),
      aGateway({ name: 'failing', certificate: { ...certificate, ...failed } }),
      aGateway({ name: 'old', certificate: { ...certificate, stage: 'READY', ...failed } }),
      aGateway({ name: 'fine', certificate: { ...certificate, stage: 'READY' } }),
    ]
    renderAdminScreen(<GatewaysPage />, api)
    const table = await screen.findByRole('table', { name: 'Gateways' })
    const row = async (name: string) => (await within(table).findByText(name)).closest('tr')
    expect(await row('new')).toHaveTextContent('HTTPS will work in a moment: the certificate is on its way.')
    expect(await row('failing')).toHaveTextContent('No HTTPS yet. A CAA record forbids it. Remove it.')
    expect(await row('old')).toHaveTextContent('HTTPS works, but the certificate could not be renewed.')
    expect(await row('fine')).not.toHaveTextContent('HTTPS')
    expect(screen.getByText(/which visitors reach over HTTP only/)).toBeVisible()
  })

  it('requires a prefix', async () => {
    const user = userEvent.setup()
    renderAdminScreen(<GatewaysPage />, new TestApi())
    await openForm(user)
    await submit(user)
    expect(screen.getByText('Please fill in all required fields for the subpoint gateway')).toBeVisible()
  })

  it('lists a new gateway without another query', async () => {
    const user = userEvent.setup()
    const api = new TestApi()
    api.mutations['createGateway'] = () => ({ gateway: aGateway() })
    renderAdminScreen(<GatewaysPage />, api)
    await openForm(user)
    await user.type(screen.getByLabelText('Prefix'), 'demo')
    await submit(user)
    const table = await screen.findByRole('table', { name: 'Gateways' })
    expect(within(table).getByText('demo-ada-l.culvert.localhost')).toBeVisible()
    expect(within(table).getByText('Available')).toBeVisible()
    expect(api.operations.filter((name) => name === 'GatewaysPage_Query')).toHaveLength(1)
  })

  it('shows a server error at the field that it names, and any other error in an alert', async () => {
    const user = userEvent.setup()
    const api = new TestApi()
    api.mutations['createGateway'] = () => refuse('BAD_USER_INPUT', '"www" is reserved.', 'name')
    renderAdminScreen(<GatewaysPage />, api)
    await openForm(user)
    await user.type(screen.getByLabelText('Prefix'), 'www')
    await submit(user)
    expect(await screen.findByText('"www" is reserved.')).toBeVisible()
    expect(screen.getByLabelText('Prefix')).toBeInvalid()

    api.mutations['createGateway'] = () => refuse('CONFLICT', 'Somebody was faster.')
    await user.type(screen.getByLabelText('Prefix'), '2')
    await submit(user)
    expect(await screen.findByRole('alert')).toHaveTextContent('Somebody was faster.')
  })

  it('offers no more gateways once the limit is reached, and says why', async () => {
    const api = new TestApi()
    api.gateways = [aGateway()]
    api.account['viewerCanCreateGateway'] = refused('LIMIT_REACHED', 'Gateway Limit Reached', 'Upgrade to create more.')
    renderAdminScreen(<GatewaysPage />, api)
    expect(await screen.findByText('Gateway Limit Reached')).toBeVisible()
    expect(screen.getByText('Upgrade to create more.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Create Gateway' })).not.toBeInTheDocument()
  })

  it('offers another gateway and shows no usage bar if the limit is -1', async () => {
    const api = new TestApi()
    api.plan.maxSubpoints = -1
    api.gateways = [aGateway()]
    renderAdminScreen(<GatewaysPage />, api)
    expect(await screen.findByRole('button', { name: 'Create Gateway' })).toBeVisible()
    expect(screen.queryByRole('meter')).not.toBeInTheDocument()
  })

  it('hides the actions that the viewer may not take', async () => {
    const api = new TestApi()
    api.viewerCanManageGateways = false
    api.gateways = [aGateway()]
    renderAdminScreen(<GatewaysPage />, api)
    expect(await screen.findByText('demo-ada-l.culvert.localhost')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Create Gateway' })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /Delete gateway/ })).not.toBeInTheDocument()
  })

  it('deletes a gateway after a confirmation that names the consequences', async () => {
    const user = userEvent.setup()
    const api = new TestApi()
    api.gateways = [aGateway({ tunnelBinding: 'agent' }), aGateway({ name: 'docs' })]
    api.mutations['deleteGateway'] = () => ({ gateway: aGateway() })
    renderAdminScreen(<GatewaysPage />, api)
    await user.click(await screen.findByRole('button', { name: 'Delete gateway demo' }))
    expect(await screen.findByText(/This action cannot be undone/)).toHaveTextContent('demo-ada-l.culvert.localhost')
    expect(screen.getByText(/Every tunnel on it closes within 2 seconds/)).toBeVisible()

    await user.click(screen.getByRole('button', { name: 'Delete gateway' }))
    const table = await screen.findByRole('table', { name: 'Gateways' })
    expect(within(table).queryByText('demo')).not.toBeInTheDocument()
    expect(within(table).getByText('docs')).toBeVisible()
  })

  it('removes a gateway before the server answers, and restores it with the reason if the server refuses', async () => {
    const user = userEvent.setup()
    const api = new TestApi()
    api.gateways = [aGateway(), aGateway({ name: 'docs' })]
    const answer = Promise.withResolvers<never>()
    api.mutations['deleteGateway'] = () => answer.promise
    renderAdminScreen(<GatewaysPage />, api)
    await user.click(await screen.findByRole('button', { name: 'Delete gateway demo' }))
    await user.click(await screen.findByRole('button', { name: 'Delete gateway' }))
    const table = screen.getByRole('table', { name: 'Gateways' })
    await waitFor(() => expect(within(table).queryByText('demo')).not.toBeInTheDocument())
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

    answer.reject(new GraphQLError('You may not do this any more.', { extensions: { code: 'FORBIDDEN' } }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete gateway' })
    expect(dialog).toHaveTextContent('demo-ada-l.culvert.localhost')
    expect(within(dialog).getByRole('alert')).toHaveTextContent('You may not do this any more.')
    expect(within(table).getByText('demo')).toBeInTheDocument()
  })

  it('gives the reason of each refused deletion, also while the reader is asked about another one', async () => {
    const user = userEvent.setup()
    const api = new TestApi()
    api.gateways = [aGateway(), aGateway({ name: 'docs' })]
    const answers: Record<string, PromiseWithResolvers<never>> = {
      'gateway-demo': Promise.withResolvers(),
      'gateway-docs': Promise.withResolvers(),
    }
    api.mutations['deleteGateway'] = ({ id }) => answers[String(id)]?.promise
    renderAdminScreen(<GatewaysPage />, api)
    const confirm = async (name: string) => {
      await user.click(await screen.findByRole('button', { name: `Delete gateway ${name}` }))
      await user.click(await screen.findByRole('button', { name: 'Delete gateway' }))
    }
    await confirm('demo')
    await user.click(await screen.findByRole('button', { name: 'Delete gateway docs' }))
    await act(async () => answers['gateway-demo']?.reject(new GraphQLError('Not demo.')))
    await user.click(await screen.findByRole('button', { name: 'Delete gateway' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete gateway' })
    await waitFor(() => expect(dialog).toHaveTextContent('demo-ada-l.culvert.localhost'))
    expect(within(dialog).getByRole('alert')).toHaveTextContent('Not demo.')

    await act(async () => answers['gateway-docs']?.reject(new GraphQLError('Not docs.')))
    expect(within(dialog).getByRole('alert')).toHaveTextContent('Not demo.')
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(dialog).toHaveTextContent('docs-ada-l.culvert.localhost'))
    expect(within(dialog).getByRole('alert')).toHaveTextContent('Not docs.')
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  it('follows changes made elsewhere: an agent binds, a gateway is deleted', async () => {
    const api = new TestApi()
    api.gateways = [aGateway()]
    renderAdminScreen(<GatewaysPage />, api)
    await screen.findByText('Available')

    api.gateways = [aGateway({ tunnelBinding: 'agent' })]
    await act(async () => api.emit('gatewayChanged', { ...api.gateways[0], deletedAt: null }))
    expect(await screen.findByText('Active')).toBeVisible()
    expect(screen.getByText('Agent bound')).toBeVisible()

    api.gateways = []
    await act(async () => api.emit('gatewayChanged', { ...aGateway(), deletedAt: new Date().toISOString() }))
    expect(await screen.findByText('No gateways yet')).toBeVisible()
  })
})

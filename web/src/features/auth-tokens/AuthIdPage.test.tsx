import { describe, expect, it, vi } from 'vitest'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderAdminScreen } from '../../testing/render.tsx'
import { TestApi } from '../../testing/test-api.ts'
import { AuthIdPage } from './AuthIdPage.tsx'
import { findSecret, keepSecret } from './secrets.ts'

const oldSecret = `pk_${'1'.repeat(64)}`
const newSecret = `pk_${'2'.repeat(64)}`
const aToken = (id: string) => ({
  id,
  name: "Ada's account CLI Token",
  createdAt: '2026-11-21T09:30:00.000Z',
  lastUsedAt: null,
})

describe('the AuthID screen', () => {
  it('shows no way to put the secret on a command line', async () => {
    const { container } = renderAdminScreen(<AuthIdPage />, new TestApi())
    expect(await screen.findByText('CULVERT_AUTHTOKEN')).toBeVisible()
    expect(container).not.toHaveTextContent('--authtoken')
  })

  it('replaces the secret after a confirmation', async () => {
    const user = userEvent.setup()
    const api = new TestApi()
    api.authToken = aToken('old')
    keepSecret('old', oldSecret)
    api.mutations['createAuthToken'] = () => ({ authToken: aToken('new'), secret: newSecret })
    const { container } = renderAdminScreen(<AuthIdPage />, api)

    await user.click(await screen.findByRole('button', { name: 'Regenerate' }))
    const dialog = await screen.findByRole('dialog', { name: 'Regenerate AuthID' })
    expect(dialog).toHaveTextContent('The old one stops working at once')
    await user.click(within(dialog).getByRole('button', { name: 'Regenerate' }))
    await user.click(await screen.findByRole('button', { name: 'Show AuthID' }))
    expect(container).toHaveTextContent(newSecret)
    expect(findSecret('old')).toBeUndefined()
  })

  it('shows a new secret although the browser has no room for it', async () => {
    const user = userEvent.setup()
    const api = new TestApi()
    api.authToken = aToken('full-old')
    api.mutations['createAuthToken'] = () => ({ authToken: aToken('full-new'), secret: newSecret })
    const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    })
    const { container } = renderAdminScreen(<AuthIdPage />, api)

    await user.click(await screen.findByRole('button', { name: 'Regenerate' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Regenerate' }))
    await user.click(await screen.findByRole('button', { name: 'Show AuthID' }))
    expect(container).toHaveTextContent(newSecret)
    setItem.mockRestore()
  })

  it('deletes the token after a confirmation and forgets its secret', async () => {
    const user = userEvent.setup()
    const api = new TestApi()
    api.authToken = aToken('old')
    keepSecret('old', oldSecret)
    api.mutations['deleteAuthToken'] = () => ({ authToken: aToken('old') })
    renderAdminScreen(<AuthIdPage />, api)

    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete AuthID' })
    expect(dialog).toHaveTextContent('Are you sure you want to delete this AuthID token? This action cannot be undone.')
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('No AuthID yet')).toBeVisible()
    expect(findSecret('old')).toBeUndefined()
  })

  it('says that the secret is not in this browser', async () => {
    const api = new TestApi()
    api.authToken = aToken('old')
    renderAdminScreen(<AuthIdPage />, api)
    expect(await screen.findByText('The secret is not in this browser')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Copy AuthID' })).not.toBeInTheDocument()
  })

  it('follows an AuthID that is created in another window', async () => {
    const api = new TestApi()
    renderAdminScreen(<AuthIdPage />, api)
    expect(await screen.findByText('No AuthID yet')).toBeVisible()
    api.authToken = aToken('elsewhere')
    await act(async () =>
      api.emit('accountChanged', {
        id: 'account',
        ...api.account,
        authToken: api.authToken,
        machineTokens: [],
        plan: api.plan,
      }),
    )
    expect(await screen.findByText('The secret is not in this browser')).toBeVisible()
  })
})

const aMachine = (name: string) => ({
  id: `machine ${name}`,
  name,
  createdAt: '2026-11-21T09:30:00.000Z',
  lastUsedAt: null,
  approvedFrom: '203.0.113.7',
})

describe('the machines on the AuthID screen', () => {
  it('are listed with the address they were approved from, and disconnected after a confirmation', async () => {
    const user = userEvent.setup()
    const api = new TestApi()
    api.account['machineTokens'] = [aMachine('laptop'), aMachine('ci')]
    api.mutations['deleteMachineToken'] = () => ({ machineToken: aMachine('ci') })
    renderAdminScreen(<AuthIdPage />, api)

    const table = await screen.findByRole('table', { name: 'Machines' })
    expect(within(table).getAllByText('Approved from 203.0.113.7')).toHaveLength(2)
    await user.click(within(table).getByRole('button', { name: 'Disconnect ci' }))
    const dialog = await screen.findByRole('dialog', { name: 'Disconnect machine' })
    expect(dialog).toHaveTextContent('the agents that run with it end within 2 seconds')
    await user.click(within(dialog).getByRole('button', { name: 'Disconnect machine' }))
    await waitFor(() => expect(within(table).queryByText('ci')).not.toBeInTheDocument())
    expect(within(table).getByText('laptop')).toBeVisible()
  })

  it('get a token under the name that the server assigns, and its secret is shown once', async () => {
    const user = userEvent.setup()
    const api = new TestApi()
    api.mutations['createMachineToken'] = () => ({ machineToken: aMachine('ci (2)'), secret: newSecret })
    const { container } = renderAdminScreen(<AuthIdPage />, api)

    await user.click(await screen.findByRole('button', { name: 'Create token' }))
    await user.type(await screen.findByLabelText('Name'), 'ci')
    await user.click(screen.getByRole('button', { name: 'Create token' }))
    expect(await screen.findByRole('heading', { name: 'Token of ci (2)' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Copy machine token' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Show machine token' }))
    expect(container).toHaveTextContent(newSecret)
    await user.click(screen.getByRole('button', { name: 'Done' }))
    expect(container).not.toHaveTextContent(newSecret)
    expect(screen.getByRole('button', { name: 'Disconnect ci (2)' })).toBeVisible()
    expect(JSON.stringify(localStorage)).not.toContain(newSecret)
  })

  it('appear when they are connected elsewhere', async () => {
    const api = new TestApi()
    renderAdminScreen(<AuthIdPage />, api)
    expect(await screen.findByText('No machines')).toBeVisible()
    await act(async () =>
      api.emit('accountChanged', {
        id: 'account',
        ...api.account,
        authToken: null,
        machineTokens: [aMachine('laptop')],
        plan: api.plan,
      }),
    )
    expect(await screen.findByRole('button', { name: 'Disconnect laptop' })).toBeVisible()
  })
})

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { GraphQLError } from 'graphql'
import { IdentityGate } from '../factors/IdentityGate.tsx'
import { ProfilePage } from '../profile/ProfilePage.tsx'
import { renderScreen } from '../../testing/render.tsx'
import { refuse, TestApi } from '../../testing/test-api.ts'
import { ActiveAccountProvider } from '../accounts/ActiveAccount.tsx'
import { postReturn } from './confirmation.ts'
import type { Identity } from './identity.ts'

const example = { id: 'example', label: 'Example' }
const other = { id: 'other', label: 'Other' }
const linked: Identity = {
  id: 'identity',
  provider: example,
  name: 'ada@work.example',
  createdAt: '2026-11-21T09:30:00.000Z',
  lastUsedAt: null,
}

let api: TestApi
beforeEach(() => {
  api = new TestApi()
  Object.assign(api.viewer, {
    sessions: [],
    auditLog: { nodes: [], totalCount: 0, page: 1, pageSize: 10, pageCount: 1 },
  })
})

const renderProfile = () => {
  renderScreen(
    <>
      <ActiveAccountProvider>
        <ProfilePage />
      </ActiveAccountProvider>
      <IdentityGate />
    </>,
    { api },
  )
  return userEvent.setup()
}

describe('the profile', () => {
  it('shows nothing about providers if there are none', async () => {
    renderProfile()
    expect(await screen.findByRole('heading', { name: 'Change password' })).toBeVisible()
    expect(screen.queryByRole('heading', { name: 'Sign-in with a provider' })).not.toBeInTheDocument()
  })

  it('shows linked providers, offers to link the others, and unlinks one', async () => {
    api.signInProviders = [example, other]
    Object.assign(api.viewer, { identities: [linked] })
    api.mutations['unlinkIdentity'] = ({ id }) => {
      Object.assign(api.viewer, { identities: [] })
      return { identityId: id }
    }
    const user = renderProfile()
    const table = await screen.findByRole('table', { name: 'Linked providers' })
    expect(within(table).getByText('ada@work.example')).toBeVisible()
    expect(within(table).getByText('Never')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Link Other' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Link Example' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Unlink Example' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Unlink' }))
    expect(await screen.findByText('No provider linked')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Link Example' })).toBeVisible()
  })

  it('says why the last way to sign in cannot be unlinked', async () => {
    Object.assign(api.viewer, { identities: [linked], hasPassword: false })
    api.mutations['unlinkIdentity'] = () => refuse('CONFLICT', 'This is the last way in which you can sign in.')
    const user = renderProfile()
    await user.click(await screen.findByRole('button', { name: 'Unlink Example' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Unlink' }))
    expect(await screen.findByText('This is the last way in which you can sign in.')).toBeVisible()
  })

  it('accepts a first password without asking for a current one', async () => {
    Object.assign(api.viewer, { identities: [linked], hasPassword: false })
    const inputs: unknown[] = []
    api.mutations['changePassword'] = (input) => {
      inputs.push(input)
      Object.assign(api.viewer, { hasPassword: true })
      return { user: { id: 'ada' } }
    }
    const user = renderProfile()
    expect(await screen.findByRole('heading', { name: 'Set a password' })).toBeVisible()
    expect(screen.queryByLabelText('Current password')).not.toBeInTheDocument()
    await user.type(screen.getByLabelText('New password'), 'correct horse')
    await user.type(screen.getByLabelText('Confirm new password'), 'correct horse{Enter}')
    expect(await screen.findByRole('heading', { name: 'Change password' })).toBeVisible()
    expect(inputs).toEqual([{ newPassword: 'correct horse' }])
  })
})

describe('a user without a password', () => {
  const open = vi.spyOn(window, 'open')
  let confirmations: unknown[]
  const confirmed = { session: { id: 'session', assurance: 'ONE_FACTOR', provenBy: ['PROVIDER'] } }

  /** Tries to unlink, which fails until the identity is confirmed. Returns the provider's window. */
  const beginToUnlink = async (factors: string[]) => {
    confirmations = []
    Object.assign(api.viewer, { identities: [linked], hasPassword: false })
    api.mutations['beginProviderProof'] = () => ({ url: 'https://example.test/authorize?state=s' })
    api.mutations['completeProviderProof'] = ({ providerId, response }) => ({
      proof: {
        token: `word on ${String(providerId)}?${String(response)}`,
        provider: example,
        purpose: 'CONFIRM',
        subject: 'USER',
        email: null,
        isEmailProven: false,
        firstName: null,
        lastName: null,
      },
    })
    api.mutations['confirmIdentity'] = (input) => {
      confirmations.push(input)
      return confirmed
    }
    api.mutations['unlinkIdentity'] = ({ id }) => {
      if (confirmations.length > 0) return { identityId: id }
      throw new GraphQLError('Confirm your identity.', { extensions: { code: 'FRESH_PROOF_REQUIRED', factors } })
    }
    const opened = { closed: false, opener: window, sessionStorage, location: { assign: vi.fn() }, close: vi.fn() }
    open.mockReturnValue(opened as unknown as Window)
    const user = renderProfile()
    await user.click(await screen.findByRole('button', { name: 'Unlink Example' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Unlink' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm your identity' }))
    return { user, dialog, opened }
  }

  it('confirms with a provider in a separate window, and ignores an answer to another request', async () => {
    const { user, dialog, opened } = await beginToUnlink([])
    expect(dialog.queryByLabelText('Password')).not.toBeInTheDocument()
    await user.click(dialog.getByRole('button', { name: 'Confirm by Example' }))
    expect(await dialog.findByText(/^Continue in the window of Example/)).toBeVisible()
    await waitFor(() => expect(opened.location.assign).toHaveBeenCalledWith('https://example.test/authorize?state=s'))
    expect(opened.opener).toBeNull()
    postReturn({ providerId: 'example', response: 'code=c&state=another' })
    postReturn({ providerId: 'example', response: 'code=c&state=s' })
    await waitFor(() => expect(confirmations).toEqual([{ providerProof: 'word on example?code=c&state=s' }]))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Confirm your identity' })).not.toBeInTheDocument())
  })

  it('is asked for a code after the provider has answered', async () => {
    const { user, dialog, opened } = await beginToUnlink(['TOTP'])
    expect(dialog.queryByLabelText('Code')).not.toBeInTheDocument()
    await user.click(dialog.getByRole('button', { name: 'Confirm by Example' }))
    await waitFor(() => expect(opened.location.assign).toHaveBeenCalled())
    postReturn({ providerId: 'example', response: 'code=c&state=s' })
    const code = await dialog.findByLabelText('Code')
    expect(code).toHaveFocus()
    await user.type(code, '123456{Enter}')
    await waitFor(() =>
      expect(confirmations).toEqual([{ providerProof: 'word on example?code=c&state=s', code: { totp: '123456' } }]),
    )
  })

  it('is told when the browser blocks the window', async () => {
    const { user, dialog } = await beginToUnlink([])
    open.mockReturnValue(null)
    await user.click(dialog.getByRole('button', { name: 'Confirm by Example' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('Your browser blocked the window of Example.')
  })
})

import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { ada } from '../../testing/people.ts'
import { showNotifications } from '../../testing/notifications.tsx'
import { renderAdminScreen } from '../../testing/render.tsx'
import { refuse, TestApi } from '../../testing/test-api.ts'
import { ReceivedInvites } from './ReceivedInvites.tsx'

const closed = () => refuse('FACTOR_REQUIRED', 'This account is for members who sign in with a second factor.')

/** Returns an API whose viewer is invited to Navy. */
function createApi(): TestApi {
  const api = new TestApi()
  api.viewer['user'] = { ...ada, emailVerifiedAt: '2026-11-01T09:00:00Z' }
  api.viewer['invites'] = [
    {
      inviteId: 'invite',
      token: 'inv_1',
      accountName: 'Navy',
      accountNamespace: 'navy',
      invitedByName: 'Grace Hopper',
      role: 'viewer',
      expiresAt: '2026-12-05T09:00:00Z',
    },
  ]
  return api
}

describe('an invitation for the viewer', () => {
  it('shows why the last answer was refused, whichever it was', async () => {
    const user = userEvent.setup()
    const api = createApi()
    api.mutations['acceptInvite'] = () => refuse('LIMIT_REACHED', 'The team is full.')
    api.mutations['declineInvite'] = () => refuse('UNAVAILABLE', 'The server is busy.')
    renderAdminScreen(<ReceivedInvites />, api)
    const accept = await screen.findByRole('button', { name: 'Accept the invitation to Navy' })
    const decline = screen.getByRole('button', { name: 'Decline the invitation to Navy' })
    await user.click(accept)
    expect(await screen.findByRole('alert')).toHaveTextContent('The team is full.')
    await user.click(decline)
    expect(await screen.findByText('The server is busy.')).toBeVisible()
    await user.click(accept)
    expect(await screen.findByText('The team is full.')).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent(/^The team is full\.$/)
  })

  it('to an account that requires a second factor is accepted, and says what opens the account', async () => {
    const api = createApi()
    const account = { id: 'navy', name: 'Navy' }
    api.mutations['acceptInvite'] = () => {
      api.viewer['closedMemberships'] = [{ id: 'membership', account }]
      return { membership: { id: 'membership', role: 'viewer', account: { ...account, plan: closed } } }
    }
    renderAdminScreen(
      <>
        <ReceivedInvites />
        {showNotifications()}
      </>,
      api,
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Accept the invitation to Navy' }))
    const text = 'You joined Navy. It requires a second factor: to add one, switch to it in the header.'
    expect(await screen.findByText(text)).toBeVisible()
  })
})

import { describe, expect, it } from 'vitest'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { GraphQLError } from 'graphql'
import { ada } from '../../testing/people.ts'
import { renderAdminScreen } from '../../testing/render.tsx'
import { allowed, refuse, TestApi } from '../../testing/test-api.ts'
import { InviteBadge } from './InviteBadge.tsx'
import type { Member } from './member.ts'
import { TeamPage } from './TeamPage.tsx'

const grace: Member = {
  id: 'grace',
  role: 'viewer',
  createdAt: '2026-11-21T09:30:00.000Z',
  viewerCanChangeRole: true,
  viewerCanRemove: true,
  viewerCanTransferOwnershipTo: true,
  user: { id: 'grace', fullName: 'Grace Hopper', email: 'grace@example.com' },
}

const invite = {
  inviteId: 'invite',
  token: 'inv_token',
  accountName: 'Navy',
  accountNamespace: 'navy',
  invitedByName: 'Grace Hopper',
  role: 'admin',
  expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
}

const verified = { ...ada, emailVerifiedAt: '2026-11-21T09:30:00.000Z' }

function teamOf(...members: Member[]): TestApi {
  const api = new TestApi()
  Object.assign(api.plan, { maxTeamMembers: 3 })
  Object.assign(api.account, {
    viewerCanInvite: true,
    viewerCanLeave: false,
    viewerCanTransferOwnership: true,
    invites: [],
    members,
  })
  return api
}

describe('the team page', () => {
  it('shows a changed role at once, and restores it and says why if the server refuses', async () => {
    const user = userEvent.setup()
    const api = teamOf(grace)
    const answer = Promise.withResolvers<void>()
    api.mutations['changeMemberRole'] = () =>
      answer.promise.then(() => refuse('FORBIDDEN', 'You may not do this any more.'))
    renderAdminScreen(<TeamPage />, api)
    await user.selectOptions(await screen.findByLabelText('Role of grace@example.com'), 'Admin')
    expect(screen.getByLabelText('Role of grace@example.com')).toHaveValue('admin')
    answer.resolve()
    expect(await screen.findByRole('alert')).toHaveTextContent('You may not do this any more.')
    expect(screen.getByLabelText('Role of grace@example.com')).toHaveValue('viewer')
  })

  it('says why a role was not changed although another one has been changed since', async () => {
    const user = userEvent.setup()
    const linus: Member = { ...grace, id: 'linus', user: { ...grace.user, id: 'linus', email: 'linus@example.com' } }
    const api = teamOf(grace, linus)
    const answer = Promise.withResolvers<never>()
    api.mutations['changeMemberRole'] = ({ id, role }) =>
      id === 'linus' ? { member: { ...linus, role } } : answer.promise
    renderAdminScreen(<TeamPage />, api)
    await user.selectOptions(await screen.findByLabelText('Role of grace@example.com'), 'Admin')
    await user.selectOptions(screen.getByLabelText('Role of linus@example.com'), 'Admin')
    await act(async () => answer.reject(new GraphQLError('Not Grace.')))
    expect(await screen.findByRole('alert')).toHaveTextContent('Not Grace.')
  })

  it('says how to see invitations until the address is verified, sends the link again, and then shows them', async () => {
    const user = userEvent.setup()
    const api = teamOf(grace)
    api.mutations['requestEmailVerification'] = () => ({ email: ada.email })
    renderAdminScreen(<TeamPage />, api)
    await screen.findByText('Grace Hopper')
    await act(async () => api.emit('viewerChanged', { user: { ...ada, emailVerifiedAt: null }, invites: [] }))
    expect(screen.getByText('Verify your email to see invitations.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Send the link again' }))
    expect(await screen.findByText(`A link is on its way to ${ada.email}.`)).toBeVisible()

    await act(async () => api.emit('viewerChanged', { user: verified, invites: [invite] }))
    await waitFor(() => expect(screen.queryByText(/^Verify your email/)).not.toBeInTheDocument())
    expect(screen.getByRole('button', { name: 'Accept the invitation to Navy' })).toBeVisible()
  })

  it('shows an invitation for the viewer as soon as it is made, on the page and in the badge', async () => {
    const api = teamOf(grace)
    renderAdminScreen(
      <>
        <InviteBadge />
        <TeamPage />
      </>,
      api,
    )
    await screen.findByText('Grace Hopper')
    await act(async () => api.emit('viewerChanged', { user: verified, invites: [invite] }))
    expect(await screen.findByText('pending invitations')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Accept the invitation to Navy' })).toBeVisible()

    await act(async () => api.emit('viewerChanged', { user: verified, invites: [] }))
    await waitFor(() => expect(screen.queryByText('pending invitations')).not.toBeInTheDocument())
  })

  it('drops an invitation from the list and the count when it expires, without an event', async () => {
    const api = teamOf(grace)
    const pending = {
      id: 'invite',
      email: 'hugo@example.com',
      role: 'viewer',
      status: 'pending',
      url: 'https://culvert.example/signup?invite_token=inv_token',
      createdAt: '2026-11-14T09:30:00.000Z',
      expiresAt: new Date(Date.now() + 500).toISOString(),
      viewerCanRevoke: true,
    }
    Object.assign(api.account, { invites: [pending] })
    renderAdminScreen(<TeamPage />, api)
    expect(await screen.findByText('1 member, 1 pending invitation.')).toBeVisible()
    Object.assign(api.account, { invites: [{ ...pending, status: 'expired', url: null, viewerCanRevoke: false }] })
    expect(await screen.findByText('1 member, 0 pending invitations.', {}, { timeout: 5_000 })).toBeVisible()
    expect(screen.getByText('No invitations are pending.')).toBeVisible()
  })

  it('offers to transfer ownership only to eligible members', async () => {
    const user = userEvent.setup()
    const kept = { ...grace, id: 'kept', viewerCanTransferOwnershipTo: false }
    renderAdminScreen(
      <TeamPage />,
      teamOf(kept, { ...grace, user: { ...grace.user, id: 'hugo', fullName: 'Hugo Heir' } }),
    )
    await user.click(await screen.findByRole('button', { name: 'Transfer ownership' }))
    const offered = await screen.findByLabelText('New owner')
    expect(
      within(offered)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Hugo Heir (grace@example.com)'])
  })

  it('names nobody else as the new owner when the one who is named leaves', async () => {
    const user = userEvent.setup()
    const hugo = { ...grace, id: 'hugo', user: { id: 'hugo', fullName: 'Hugo Heir', email: 'hugo@example.com' } }
    const api = teamOf(grace, hugo)
    const inputs: object[] = []
    api.mutations['transferOwnership'] = (input) => {
      inputs.push(input)
      return refuse('NOT_FOUND', 'No such member.')
    }
    renderAdminScreen(<TeamPage />, api)
    await user.click(await screen.findByRole('button', { name: 'Transfer ownership' }))
    expect(await screen.findByLabelText('New owner')).toHaveDisplayValue('Grace Hopper (grace@example.com)')
    api.account['members'] = [hugo]
    const rest = { plan: api.plan, viewerCanInviteMember: allowed }
    await act(async () => api.emit('accountChanged', { id: 'account', ...rest, ...api.account }))
    await waitFor(() => expect(screen.getByLabelText('New owner')).not.toHaveDisplayValue(/Grace/))
    expect(screen.getByLabelText('New owner')).toHaveDisplayValue('Who was named here can no longer take it over')
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Transfer ownership' }))
    expect(await screen.findByText('No such member.')).toBeVisible()
    expect(inputs).toEqual([{ accountId: 'account', memberId: 'grace' }])
  })

  it('tells the owner of a suspended account why they cannot transfer it', async () => {
    const api = teamOf({ ...grace, viewerCanTransferOwnershipTo: false })
    const suspension = { reason: 'Phishing.', since: '2026-11-25T10:00:00Z' }
    Object.assign(api.account, { suspension, viewerCanTransferOwnership: false })
    renderAdminScreen(<TeamPage />, api)
    expect(await screen.findByText(/Ownership cannot be transferred while the account is suspended\./)).toBeVisible()
  })

  it('shows a member without name and address as “Unknown User”', async () => {
    renderAdminScreen(<TeamPage />, teamOf({ ...grace, user: { id: 'nobody', fullName: ' ', email: null } }))
    expect(await screen.findByText('Unknown User')).toBeVisible()
  })

  it('keeps what was typed if an invitation is refused, and shows the reason at its field', async () => {
    const user = userEvent.setup()
    const api = teamOf(grace)
    api.mutations['inviteMember'] = () => refuse('CONFLICT', 'This user is already a member of the team', 'email')
    renderAdminScreen(<TeamPage />, api)
    await user.click(await screen.findByRole('button', { name: 'Invite Member' }))
    await user.type(screen.getByLabelText('Email Address'), 'grace@example.com')
    await user.click(screen.getByRole('button', { name: 'Send Invite' }))
    expect(await screen.findByText('This user is already a member of the team')).toBeVisible()
    expect(screen.getByLabelText('Email Address')).toHaveValue('grace@example.com')
    expect(screen.getByLabelText('Email Address')).toBeInvalid()
  })
})

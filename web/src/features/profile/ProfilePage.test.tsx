import { expect, it } from 'vitest'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { UserMenuButton } from '../../app/UserMenuButton.tsx'
import { ada } from '../../testing/people.ts'
import { renderAdminScreen } from '../../testing/render.tsx'
import { TestApi } from '../../testing/test-api.ts'
import { ProfilePage } from './ProfilePage.tsx'
import type { AuthSession } from './SessionTable.tsx'

const here: AuthSession = {
  id: 'here',
  createdAt: '2026-11-21T09:30:00.000Z',
  lastUsedAt: '2026-11-21T09:30:00.000Z',
  ipAddress: '127.0.0.1',
  userAgent: null,
  provenBy: ['PASSWORD'],
  current: true,
}

const viewerWith = (...sessions: AuthSession[]) => ({
  user: { ...ada, firstName: 'Ada', lastName: 'Lovelace', phone: null as string | null, locale: null },
  pendingEmail: null,
  deletion: { deletedAccounts: [], accountsInTheWay: [], leftAccounts: [] },
  sessions,
  factors: [],
  recoveryCodesLeft: 0,
  hasPassword: true,
  identities: [],
  noticeMails: [],
  auditLog: { nodes: [], totalCount: 0, page: 1, pageSize: 10, pageCount: 1 },
})

it('the list of sessions follows sign-ins and sign-outs elsewhere', async () => {
  const api = new TestApi()
  Object.assign(api.viewer, viewerWith(here))
  renderAdminScreen(<ProfilePage />, api)
  const table = await screen.findByRole('table', { name: 'Sessions' })
  expect(await within(table).findByText('This device')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).not.toBeInTheDocument()

  const invites = { invites: [] }
  const there = { ...here, id: 'there', ipAddress: '192.0.2.7', current: false }
  await act(async () => api.emit('viewerChanged', { ...viewerWith(there, here), ...invites }))
  expect(await within(table).findByText('192.0.2.7')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Sign out everywhere else' })).toBeVisible()

  await act(async () => api.emit('viewerChanged', { ...viewerWith(here), ...invites }))
  await waitFor(() => expect(within(table).queryByText('192.0.2.7')).not.toBeInTheDocument())
})

const show = (change: object = {}) => {
  const api = new TestApi()
  Object.assign(api.viewer, viewerWith(here), change)
  renderAdminScreen(<ProfilePage />, api)
  return { api, user: userEvent.setup() }
}

it('the profile is edited in one form, which sends only the changed fields', async () => {
  const { api, user } = show()
  const sent: unknown[] = []
  api.mutations.updateProfile = (input) => {
    sent.push(input)
    return { user: { ...viewerWith().user, firstName: 'Augusta', phone: '+33612345678' } }
  }
  const name = await screen.findByDisplayValue('Ada')
  const save = screen.getByRole('button', { name: 'Save changes' })
  expect(save).toBeDisabled()
  await user.clear(name)
  await user.type(name, 'Augusta')
  await user.type(screen.getByRole('textbox', { name: 'Phone' }), '+33 6 12 34 56 78')
  await user.click(save)
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Phone' })).toHaveValue('+33612345678'))
  expect(sent).toEqual([{ firstName: 'Augusta', phone: '+33 6 12 34 56 78' }])
})

it('a changed name is that of the account menu at once', async () => {
  const user = userEvent.setup()
  const api = new TestApi()
  Object.assign(api.viewer, viewerWith(here))
  api.mutations.updateProfile = () => {
    const renamed = { ...viewerWith().user, lastName: 'King', fullName: 'Ada King' }
    Object.assign(api.viewer, { user: renamed })
    return { user: renamed }
  }
  renderAdminScreen(
    <>
      <UserMenuButton />
      <ProfilePage />
    </>,
    api,
  )
  const name = await screen.findByDisplayValue('Lovelace')
  expect(screen.getByRole('button', { name: 'Account menu of Ada Lovelace' })).toBeVisible()
  await user.clear(name)
  await user.type(name, 'King')
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByRole('button', { name: 'Account menu of Ada King' })).toBeVisible()
})

it('an email change can be requested, is shown while it is pending, and can be cancelled', async () => {
  const { api, user } = show()
  api.mutations.requestEmailChange = ({ email }) => {
    Object.assign(api.viewer, { pendingEmail: email })
    return { email }
  }
  api.mutations.cancelEmailChange = () => {
    Object.assign(api.viewer, { pendingEmail: null })
    return { user: ada }
  }
  await screen.findByDisplayValue('Ada')
  await user.click(screen.getByRole('button', { name: 'Change address' }))
  await user.type(screen.getByRole('textbox', { name: 'New email address' }), 'new@example.com')
  await user.click(screen.getByRole('button', { name: 'Send the link' }))
  expect(await screen.findByText(/A link was sent to new@example.com. Open it where you are signed in/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Cancel the change' }))
  expect(await screen.findByRole('button', { name: 'Change address' })).toBeVisible()
})

it('deleting yourself says what is deleted with you, and sends your address, which is typed each time the dialog is opened', async () => {
  const deletion = {
    deletedAccounts: [{ id: 'own', name: 'Ada’s account' }],
    accountsInTheWay: [],
    leftAccounts: [{ id: 'team', name: 'Analytical Engines' }],
  }
  const { api, user } = show({ deletion })
  const sent: unknown[] = []
  api.mutations.deleteUser = (input) => {
    sent.push(input)
    return { userId: ada.id }
  }
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: 'Delete your profile' }))
    return await screen.findByRole('dialog', { name: 'Delete your profile' })
  }
  const former = await open()
  await user.type(within(former).getByRole('textbox'), 'ada@example.com')
  await user.click(within(former).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(former).not.toBeInTheDocument())
  const dialog = await open()
  expect(within(dialog).getByRole('textbox')).toHaveValue('')
  expect(within(dialog).getByText(/Ada’s account and everything there is deleted/)).toBeVisible()
  expect(within(dialog).getByText(/You leave Analytical Engines/)).toBeVisible()
  await user.type(within(dialog).getByRole('textbox'), 'ada@example.com')
  await user.click(within(dialog).getByRole('button', { name: 'Delete your profile' }))
  await waitFor(() => expect(sent).toEqual([{ confirmation: 'ada@example.com' }]))
})

it('the only owner of a team cannot delete themselves', async () => {
  const deletion = { deletedAccounts: [], accountsInTheWay: [{ id: 'team', name: 'Engines' }], leftAccounts: [] }
  show({ deletion })
  expect(await screen.findByText(/You are the only owner of Engines, where others are members/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Delete your profile' })).toBeDisabled()
})

it('the link in the mail about a new sign-in opens the dialog that ends that session', async () => {
  const api = new TestApi()
  const there = { ...here, id: 'there', ipAddress: '192.0.2.7', current: false }
  Object.assign(api.viewer, viewerWith(there, here))
  const sent: unknown[] = []
  api.mutations.endSession = (input) => {
    sent.push(input)
    return { session: there }
  }
  renderAdminScreen(<ProfilePage />, api, { at: '/admin/profile?session=there' })
  const dialog = await screen.findByRole('dialog', { name: 'Sign out a device' })
  expect(within(dialog).getByText(/at 192.0.2.7 is signed out at once/)).toBeVisible()
  await userEvent.setup().click(within(dialog).getByRole('button', { name: 'Sign out' }))
  await waitFor(() => expect(sent).toEqual([{ id: 'there' }]))
})

it('the password form tells password managers whose password is changed', async () => {
  const api = new TestApi()
  Object.assign(api.viewer, viewerWith(here))
  renderAdminScreen(<ProfilePage />, api)
  const change = await screen.findByRole('button', { name: 'Change password' })
  await screen.findByText('This device')
  const fields = new FormData(change.closest('form')!)
  expect(fields.get('username')).toBe(ada.email)
  expect(change.closest('form')!.querySelector('[autocomplete="username"]')).not.toBeVisible()
})

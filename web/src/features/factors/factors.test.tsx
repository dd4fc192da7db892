import { beforeEach, describe, expect, it } from 'vitest'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { GraphQLError } from 'graphql'
import { ada, signedInStore } from '../../testing/people.ts'
import { aMembership } from '../../testing/memberships.ts'
import { renderAdminScreen, renderScreen } from '../../testing/render.tsx'
import { refuse, TestApi } from '../../testing/test-api.ts'
import { AccountSwitcher } from '../accounts/AccountSwitcher.tsx'
import { ActiveAccountProvider } from '../accounts/ActiveAccount.tsx'
import { ProfilePage } from '../profile/ProfilePage.tsx'
import { SecondFactorPanel } from '../settings/SecondFactorPanel.tsx'
import { SettingsPage } from '../settings/SettingsPage.tsx'
import type { Factor } from './factor.ts'
import { IdentityGate } from './IdentityGate.tsx'

const app: Factor = {
  id: 'app',
  kind: 'TOTP',
  name: 'Phone',
  createdAt: '2026-11-21T09:30:00.000Z',
  lastUsedAt: null,
}
const codes = Array.from({ length: 10 }, (_, index) => `aaaaaa-bbbbbb-cccccc-dddd2${index}`)

const asking = (factors: string[]) =>
  new GraphQLError('Confirm your identity.', { extensions: { code: 'FRESH_PROOF_REQUIRED', factors } })

const proven = { id: 'session', assurance: 'TWO_FACTORS', provenBy: ['PASSWORD', 'TOTP'] }

let api: TestApi
beforeEach(() => {
  api = new TestApi()
  Object.assign(api.viewer, {
    sessions: [],
    auditLog: { nodes: [], totalCount: 0, page: 1, pageSize: 10, pageCount: 1 },
  })
  api.mutations['beginTotp'] = () => ({
    enrolmentId: 'enrolment',
    secret: 'JBSWY3DPEHPK3PXP',
    uri: 'otpauth://totp/Culvert:ada@example.com?secret=JBSWY3DPEHPK3PXP&issuer=Culvert',
  })
})

function renderProfile(user = userEvent.setup()) {
  const session = signedInStore()
  const events: string[] = []
  session.subscribe((event) => events.push(event))
  renderScreen(
    <>
      <ActiveAccountProvider>
        <ProfilePage />
      </ActiveAccountProvider>
      <IdentityGate />
    </>,
    { api, session },
  )
  return { user, events }
}

/** Tries to remove the app, which fails until the identity is confirmed. */
const removeApp = async (user: ReturnType<typeof userEvent.setup>) => {
  let isConfirmed = false
  const confirmations: unknown[] = []
  api.mutations['removeFactor'] = () => {
    if (!isConfirmed) throw asking(['TOTP'])
    Object.assign(api.viewer, { factors: [] })
    return { factorId: 'app' }
  }
  api.mutations['confirmIdentity'] = (input) => {
    confirmations.push(input)
    isConfirmed = true
    return { session: proven }
  }
  await user.click(await screen.findByRole('button', { name: 'Remove Phone' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
  return confirmations
}

/** Closes the account to sessions without a second factor. Returns what opens it. */
const close = () => {
  const account = { id: 'account', name: "Ada's account" }
  const closedMemberships = [{ id: 'membership', role: 'admin', account }]
  Object.assign(api.viewer, { memberships: [], closedMemberships })
  return () => {
    delete api.viewer['memberships']
    delete api.viewer['closedMemberships']
  }
}

/** Renders the screens of the account. */
const renderClosed = () => {
  renderScreen(
    <>
      <ActiveAccountProvider>
        <p>Gateways</p>
      </ActiveAccountProvider>
      <IdentityGate />
    </>,
    { api },
  )
}

describe('an authenticator app', () => {
  it('is added by secret and code; the session reports it once the recovery codes have been saved', async () => {
    const inputs: unknown[] = []
    api.mutations['addTotp'] = (input) => {
      inputs.push(input)
      Object.assign(api.viewer, { factors: [app], recoveryCodesLeft: 10 })
      return { recoveryCodes: codes, factor: app, session: proven }
    }
    const { user, events } = renderProfile()
    await user.click(await screen.findByRole('button', { name: 'Add an app' }))
    const dialog = await screen.findByRole('dialog', { name: 'Add an authenticator app' })
    expect(await within(dialog).findByText('JBSWY3DPEHPK3PXP')).toBeVisible()
    expect(within(dialog).getByRole('figure', { name: 'The secret as a QR code' })).toBeVisible()
    const code = within(dialog).getByLabelText('Code')
    expect(code).toHaveAttribute('autocomplete', 'one-time-code')
    expect(code).toHaveFocus()
    await user.type(code, '123456{Enter}')

    const kept = await screen.findByRole('dialog', { name: 'Keep your recovery codes' })
    expect(inputs).toEqual([{ enrolmentId: 'enrolment', code: '123456', name: 'Authenticator app' }])
    expect(
      within(kept)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(codes)
    expect(within(kept).getByRole('link', { name: 'Download' })).toHaveAttribute('download')
    expect(events).not.toContain('mfa-challenge-verified')
    await user.click(within(kept).getByRole('button', { name: 'I have saved them' }))
    expect(events).toContain('mfa-challenge-verified')
    expect(await screen.findByText('10 recovery codes left, for when you lose your devices.')).toBeVisible()
  })

  it('reports a wrong code at its field, and keeps what was typed', async () => {
    api.mutations['addTotp'] = () => refuse('BAD_USER_INPUT', 'The code is not right.', 'code')
    const { user } = renderProfile()
    await user.click(await screen.findByRole('button', { name: 'Add an app' }))
    await user.type(await screen.findByLabelText('Code'), '123456{Enter}')
    expect(await screen.findByText('The code is not right.')).toBeVisible()
    expect(screen.getByLabelText('Code')).toHaveValue('123456')
  })
})

it('a renamed factor is shown under its new name', async () => {
  Object.assign(api.viewer, { factors: [app], recoveryCodesLeft: 9 })
  api.mutations['renameFactor'] = ({ id, name }) => {
    const renamed = { ...app, id, name }
    Object.assign(api.viewer, { factors: [renamed] })
    return { factor: renamed }
  }
  const { user } = renderProfile()
  await user.click(await screen.findByRole('button', { name: 'Rename Phone' }))
  const field = await screen.findByLabelText('Name')
  await user.clear(field)
  await user.type(field, 'Tablet{Enter}')
  expect(await screen.findByRole('button', { name: 'Remove Tablet' })).toBeVisible()
})

describe('an action that needs a fresh proof', () => {
  beforeEach(() => {
    Object.assign(api.viewer, { factors: [app], recoveryCodesLeft: 9 })
  })

  it('asks for the password and a code, and completes once they are confirmed', async () => {
    const { user, events } = renderProfile()
    const confirmations = await removeApp(user)
    const dialog = await screen.findByRole('dialog', { name: 'Confirm your identity' })
    await user.type(within(dialog).getByLabelText('Password'), 'secret')
    await user.type(within(dialog).getByLabelText('Code'), '123 456{Enter}')
    expect(await screen.findByText('No second factor')).toBeVisible()
    expect(confirmations).toEqual([{ password: 'secret', code: { totp: '123 456' } }])
    expect(events).toContain('mfa-challenge-verified')
    expect(screen.queryByRole('dialog', { name: 'Confirm your identity' })).not.toBeInTheDocument()
  })

  it('is not carried out, and says why, if the user closes the dialog', async () => {
    const { user } = renderProfile()
    await removeApp(user)
    const dialog = await screen.findByRole('dialog', { name: 'Confirm your identity' })
    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
    expect(await screen.findByText('Confirm your identity.')).toBeVisible()
    expect(api.operations.filter((name) => name === 'FactorPanel_Remove')).toHaveLength(1)
  })

  it('asks a user without a second factor for the password only', async () => {
    Object.assign(api.viewer, { factors: [] })
    let isConfirmed = false
    const begin = api.mutations['beginTotp']!
    api.mutations['beginTotp'] = (input) => {
      if (!isConfirmed) throw asking([])
      return begin(input)
    }
    api.mutations['confirmIdentity'] = () => {
      isConfirmed = true
      return { session: { ...proven, assurance: 'ONE_FACTOR', provenBy: ['PASSWORD'] } }
    }
    const { user, events } = renderProfile()
    await user.click(await screen.findByRole('button', { name: 'Add an app' }))
    const dialog = await screen.findByRole('dialog', { name: 'Confirm your identity' })
    expect(within(dialog).queryByLabelText('Code')).not.toBeInTheDocument()
    await user.type(within(dialog).getByLabelText('Password'), 'secret{Enter}')
    expect(await screen.findByText('JBSWY3DPEHPK3PXP')).toBeVisible()
    expect(events).not.toContain('mfa-challenge-verified')
  })
})

describe('an account that requires a second factor', () => {
  it('guides a member to add one, and opens once the recovery codes are saved', async () => {
    const open = close()
    api.mutations['addTotp'] = () => {
      open()
      return { recoveryCodes: codes, factor: app, session: proven }
    }
    const user = userEvent.setup()
    renderClosed()
    expect(await screen.findByRole('heading', { name: 'A second factor is required' })).toBeVisible()
    expect(screen.getByText(/^Ada's account requires a second factor of every member/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Add an app' }))
    await user.type(await screen.findByLabelText('Code'), '123456{Enter}')
    await user.click(await screen.findByRole('button', { name: 'I have saved them' }))
    expect(await screen.findByText('Gateways')).toBeVisible()
  })

  it('leaves other accounts open; the switcher leads to the page that opens it, and back', async () => {
    close()
    api.viewer['memberships'] = [aMembership(api, { id: 'own', name: 'My own', namespace: 'own' })]
    const user = userEvent.setup()
    renderScreen(
      <ActiveAccountProvider>
        <AccountSwitcher />
      </ActiveAccountProvider>,
      { api },
    )
    await user.click(await screen.findByRole('button', { name: 'Switch account, now My own' }))
    await user.click(await screen.findByRole('menuitem', { name: /^Ada's account/ }))
    expect(await screen.findByRole('heading', { name: 'A second factor is required' })).toBeVisible()
    await user.click(await screen.findByRole('button', { name: 'Back to My own' }))
    expect(await screen.findByRole('button', { name: 'Switch account, now My own' })).toBeVisible()
  })

  it('can be left without one', async () => {
    close()
    const inputs: unknown[] = []
    api.mutations['leaveAccount'] = (input) => {
      inputs.push(input)
      Object.assign(api.viewer, { closedMemberships: [] })
      return { accountId: 'account' }
    }
    const user = userEvent.setup()
    renderClosed()
    await user.click(await screen.findByRole('button', { name: "Leave Ada's account" }))
    const dialog = await screen.findByRole('dialog', { name: "Leave Ada's account" })
    await user.click(within(dialog).getByRole('button', { name: 'Leave account' }))
    expect(await screen.findByRole('heading', { name: 'No Active Account' })).toBeVisible()
    expect(inputs).toEqual([{ accountId: 'account' }])
  })

  it('replaces the open screen as soon as it begins to require one', async () => {
    renderClosed()
    expect(await screen.findByText('Gateways')).toBeVisible()
    close()
    await act(async () => api.emit('viewerChanged', { user: { ...ada, locale: null }, ...api.viewer }))
    expect(await screen.findByRole('heading', { name: 'A second factor is required' })).toBeVisible()
    expect(screen.queryByText('Gateways')).toBeNull()
  })

  it('opens for a member who has one once they have confirmed their identity', async () => {
    const open = close()
    Object.assign(api.viewer, { factors: [app], recoveryCodesLeft: 9 })
    api.mutations['confirmIdentity'] = () => {
      open()
      return { session: proven }
    }
    const user = userEvent.setup()
    renderClosed()
    await user.click(await screen.findByRole('button', { name: 'Confirm your identity' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByLabelText('Password'), 'secret')
    await user.type(within(dialog).getByLabelText('Code'), 'aaaaaa-bbbbbb-cccccc-dddd22{Enter}')
    expect(await screen.findByText('Gateways')).toBeVisible()
  })

  it('is switched on and off in its settings', async () => {
    Object.assign(api.plan, { priceMonthlyCents: 0, maxDomains: 0, maxTeamMembers: 3, allowsNamespaceChange: true })
    const account = { viewerCanUpdate: true, requiresSecondFactor: false }
    Object.assign(api.account, account, {
      createdAt: app.createdAt,
      members: [],
      namespaceChangesCount: 0,
      viewerCanChangeNamespace: true,
      viewerCanDelete: true,
    })
    const inputs: unknown[] = []
    api.mutations['requireSecondFactor'] = (input) => {
      inputs.push(input)
      return { account: { ...account, id: 'account', requiresSecondFactor: input['isRequired'] } }
    }
    const user = userEvent.setup()
    renderAdminScreen(<SettingsPage />, api)
    const toggle = await screen.findByRole('switch', { name: 'Require a second factor' })
    expect(toggle).not.toBeChecked()
    await user.click(toggle)
    await waitFor(() => expect(toggle).toBeChecked())
    await user.click(toggle)
    await waitFor(() => expect(toggle).not.toBeChecked())
    expect(inputs).toEqual([
      { accountId: 'account', isRequired: true },
      { accountId: 'account', isRequired: false },
    ])
  })

  it('says why the requirement cannot be switched on, and offers the switch only to managers', async () => {
    const account = {
      __typename: 'Account' as const,
      id: 'account',
      requiresSecondFactor: false,
      viewerCanUpdate: true,
    }
    api.mutations['requireSecondFactor'] = () => refuse('CONFLICT', 'You would lock yourself out.')
    const user = userEvent.setup()
    const { unmount } = renderScreen(<SecondFactorPanel account={account} />, { api })
    await user.click(screen.getByRole('switch', { name: 'Require a second factor' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('You would lock yourself out.')
    unmount()
    renderScreen(<SecondFactorPanel account={{ ...account, viewerCanUpdate: false }} />, { api })
    await waitFor(() => expect(screen.getByRole('switch')).toBeDisabled())
  })
})

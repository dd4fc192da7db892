import { describe, expect, it } from 'vitest'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { GraphQLError } from 'graphql'
import type { ReactNode } from 'react'
import { Route, Routes } from 'react-router-dom'
import { RequireSession } from '../../app/RequireSession.tsx'
import { AddDomainForm } from '../domains/AddDomainForm.tsx'
import { SessionStore } from '../../auth/session-store.ts'
import { ada, aSession, noSession, oneTab, signedInStore } from '../../testing/people.ts'
import { renderScreen } from '../../testing/render.tsx'
import { refuse, TestApi } from '../../testing/test-api.ts'
import { SignInPage } from './SignInPage.tsx'

function renderGuarded(
  api: TestApi,
  session = new SessionStore(noSession, oneTab),
  screenOfAgents: ReactNode = <p>Agents</p>,
) {
  renderScreen(
    <Routes>
      <Route path="/signin" element={<SignInPage />} />
      <Route path="/admin/agents" element={<RequireSession>{screenOfAgents}</RequireSession>} />
    </Routes>,
    { api, session, at: '/admin/agents' },
  )
  return session
}

function renderInvited(api: TestApi, session: SessionStore) {
  renderScreen(
    <Routes>
      <Route path="/signin" element={<SignInPage />} />
      <Route path="/admin/getting-started" element={<p>Dashboard</p>} />
    </Routes>,
    { api, session, at: '/signin?invite_token=lost' },
  )
}

async function signIn(user: ReturnType<typeof userEvent.setup>) {
  await user.type(await screen.findByLabelText('Email'), ada.email)
  await user.type(screen.getByLabelText('Password'), 'secret')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
}

describe('signing in', () => {
  it('is required by the guard once there is known to be no session, and leads to the requested page', async () => {
    const user = userEvent.setup()
    const api = new TestApi()
    const inputs: unknown[] = []
    api.mutations['signIn'] = (input) => {
      inputs.push(input)
      return { session: { ...aSession(), tokenType: 'bearer', expiresAt: '' } }
    }
    const session = renderGuarded(api)
    expect(screen.getByRole('status', { name: 'Restoring your session' })).toBeVisible()

    act(() => session.endEverywhere())
    await signIn(user)
    expect(await screen.findByText('Agents')).toBeVisible()
    expect(inputs).toEqual([{ email: ada.email, password: 'secret', rememberMe: false, tokenDelivery: 'COOKIE' }])
  })

  it('restores a form that was being filled in when the session ended, for the same person only', async () => {
    const user = userEvent.setup()
    const api = new TestApi()
    let person = ada
    api.mutations['signIn'] = () => ({
      session: { ...aSession(), user: person, tokenType: 'bearer', expiresAt: '' },
    })
    const session = renderGuarded(api, signedInStore(), <AddDomainForm accountId="account" />)
    await user.type(await screen.findByLabelText('Domain'), 'dev.example.com')
    act(() => session.endEverywhere())
    expect(
      await screen.findByText('Your session has ended. Sign in again to continue where you left off.'),
    ).toBeVisible()

    person = { ...ada, id: 'grace' }
    await signIn(user)
    expect(await screen.findByLabelText('Domain')).toHaveValue('')
    act(() => session.endEverywhere())
    person = ada
    await signIn(user)
    expect(await screen.findByDisplayValue('dev.example.com')).toBeVisible()

    await user.clear(screen.getByLabelText('Domain'))
    act(() => session.endEverywhere())
    await signIn(user)
    expect(await screen.findByLabelText('Domain')).toHaveValue('')
  })

  it("shows the server's message unchanged if it refuses", async () => {
    const user = userEvent.setup()
    const api = new TestApi()
    api.mutations['signIn'] = () => refuse('UNAUTHENTICATED', 'The email or the password is wrong.')
    const session = renderGuarded(api)
    act(() => session.endEverywhere())
    await signIn(user)
    expect(await screen.findByRole('alert')).toHaveTextContent('The email or the password is wrong.')
    expect(session.getState()).toEqual({ status: 'signed-out' })
  })

  describe('for a user with a second factor', () => {
    it('asks for a code, keeps what was typed, and emits mfa-challenge-verified', async () => {
      const user = userEvent.setup()
      const api = new TestApi()
      const inputs: unknown[] = []
      api.mutations['signIn'] = (input) => {
        inputs.push(input['code'])
        if (!input['code']) {
          const extensions = { code: 'FACTOR_REQUIRED', factors: ['TOTP'] }
          throw new GraphQLError('This user has a second factor.', { extensions })
        }
        if (inputs.length === 2) return refuse('UNAUTHENTICATED', 'The code is not right.', 'code')
        return { session: { ...aSession(), assurance: 'TWO_FACTORS', tokenType: 'bearer', expiresAt: '' } }
      }
      const session = renderGuarded(api)
      act(() => session.endEverywhere())
      const events: string[] = []
      session.subscribe((event) => events.push(event))
      await signIn(user)

      const code = await screen.findByLabelText('Code')
      expect(code).toHaveFocus()
      expect(code).toHaveAttribute('autocomplete', 'one-time-code')
      expect(screen.queryByRole('alert')).not.toBeInTheDocument()
      expect(screen.getByLabelText('Email')).toHaveValue(ada.email)
      await user.type(code, '000000{Enter}')
      expect(await screen.findByRole('alert')).toHaveTextContent('The code is not right.')
      expect(screen.getByLabelText('Password')).toHaveValue('secret')
      await user.clear(code)
      await user.type(code, 'aaaaaa-bbbbbb-cccccc-dddddd{Enter}')
      expect(await screen.findByText('Agents')).toBeVisible()
      expect(inputs).toEqual([undefined, { totp: '000000' }, { recoveryCode: 'aaaaaa-bbbbbb-cccccc-dddddd' }])
      expect(events).toEqual(['signed-in', 'mfa-challenge-verified'])
    })

    it('says that the browser cannot use a passkey, until another way is tried', async () => {
      const user = userEvent.setup()
      const api = new TestApi()
      api.mutations['beginPasskeySignIn'] = () => ({ challenge: { challengeId: 'c', options: '{"challenge":"AA"}' } })
      const session = renderGuarded(api)
      act(() => session.endEverywhere())
      await user.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }))
      expect(await screen.findByRole('alert')).toHaveTextContent('This browser cannot use a passkey here.')
      await user.click(screen.getByRole('button', { name: 'Sign in' }))
      expect(await screen.findByText('Enter your email')).toBeVisible()
      expect(screen.queryByRole('alert')).toBeNull()
    })
  })

  it('tells a reader who is signed in already that their invitation could not be loaded', async () => {
    const user = userEvent.setup()
    const api = new TestApi()
    Object.defineProperty(api, 'invite', {
      get() {
        throw new GraphQLError('Down.', { extensions: { code: 'INTERNAL' } })
      },
    })
    renderInvited(api, signedInStore())
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load invitation information')
    await user.click(screen.getByRole('link', { name: 'Go to dashboard' }))
    expect(await screen.findByText('Dashboard')).toBeVisible()
  })

  it('goes on to the dashboard after a sign-in that was told about its invalid invitation', async () => {
    const user = userEvent.setup()
    const api = new TestApi()
    api.mutations['signIn'] = () => ({ session: { ...aSession(), tokenType: 'bearer', expiresAt: '' } })
    const session = new SessionStore(noSession, oneTab)
    renderInvited(api, session)
    expect(await screen.findByRole('alert')).toHaveTextContent('Invalid or expired invitation link')
    await signIn(user)
    expect(await screen.findByText('Dashboard')).toBeVisible()
  })

  it('shows and hides the password', async () => {
    const user = userEvent.setup()
    const session = renderGuarded(new TestApi())
    act(() => session.endEverywhere())
    const password = await screen.findByLabelText('Password')
    expect(password).toHaveAttribute('type', 'password')
    const toggle = screen.getByRole('button', { name: 'Show or hide "Password"' })
    await user.click(toggle)
    expect(password).toHaveAttribute('type', 'text')
    await user.click(toggle)
    expect(password).toHaveAttribute('type', 'password')
  })
})

import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { act, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes, useLocation } from 'react-router-dom'
import { SessionStore } from '../../auth/session-store.ts'
import { ada, aSession, noSession, oneTab } from '../../testing/people.ts'
import { renderScreen } from '../../testing/render.tsx'
import { refuse, TestApi } from '../../testing/test-api.ts'
import { SignUpPage } from './SignUpPage.tsx'

function renderSignUp(api = new TestApi(), state: unknown = null) {
  const session = new SessionStore(noSession, oneTab)
  renderScreen(
    <Routes>
      <Route path="/signup" element={<SignUpPage />} />
      <Route path="/admin/getting-started" element={<p>Dashboard</p>} />
      <Route path="/admin/connect" element={<ConnectedAt />} />
    </Routes>,
    { api, session, at: { pathname: '/signup', state } },
  )
  return session
}

function ConnectedAt() {
  return <p>Came back with {useLocation().search}</p>
}

const signUpAnswer = () => ({
  session: { ...aSession(), refreshToken: null, tokenType: 'bearer', expiresAt: '2026-11-21T10:00:00.000Z' },
})

async function fillIn(user: ReturnType<typeof userEvent.setup>, password = 'secret', confirmed = password) {
  await user.type(screen.getByLabelText('First name'), 'Ada')
  await user.type(screen.getByLabelText('Last name'), 'Lovelace')
  await user.type(screen.getByLabelText('Email'), ada.email)
  await user.type(screen.getByLabelText('Password'), password)
  await user.type(screen.getByLabelText('Confirm password'), confirmed)
  await user.click(screen.getByRole('checkbox'))
}

const submit = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole('button', { name: 'Create account' }))

describe('signing up', () => {
  it('says what is missing, field by field, and sends nothing', async () => {
    const user = userEvent.setup()
    const api = new TestApi()
    renderSignUp(api)
    await submit(user)
    for (const message of [
      'Enter your first name',
      'Enter your last name',
      'Enter your email',
      'Password must be at least 6 characters long',
      'You must agree to the Terms of Service and Privacy Policy',
    ]) {
      expect(screen.getByText(message)).toBeVisible()
    }
    expect(api.operations).not.toContain('SignUpPage_SignUp')
  })

  it('links to the terms and the privacy policy in a new tab', async () => {
    renderSignUp()
    await screen.findByText('Culvert')
    for (const [name, href] of [
      ['Terms of Service', '/terms'],
      ['Privacy Policy', '/privacy'],
    ]) {
      const link = screen.getByRole('link', { name })
      expect(link).toHaveAttribute('href', href)
      expect(link).toHaveAttribute('target', '_blank')
    }
  })

  it('refuses passwords that do not match', async () => {
    const user = userEvent.setup()
    renderSignUp()
    await fillIn(user, 'secret', 'secrets')
    await submit(user)
    expect(screen.getByText('Passwords do not match')).toBeVisible()
  })

  it('shows a server error at the field that it names', async () => {
    const user = userEvent.setup()
    const api = new TestApi()
    api.mutations['signUp'] = () => refuse('CONFLICT', 'Somebody has signed up with this email.', 'email')
    renderSignUp(api)
    await fillIn(user)
    await submit(user)
    expect(await screen.findByText('Somebody has signed up with this email.')).toBeVisible()
    expect(screen.getByLabelText('Email')).toBeInvalid()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('signs in, welcomes the user, and opens the dashboard after 2 seconds', async () => {
    const user = userEvent.setup()
    const api = new TestApi()
    const inputs: unknown[] = []
    api.mutations['signUp'] = (input) => {
      inputs.push(input)
      return signUpAnswer()
    }
    const session = renderSignUp(api)
    await fillIn(user)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    fireEvent.click(screen.getByRole('button', { name: 'Create account' }))
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(screen.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible()
    expect(session.getState()).toMatchObject({ status: 'signed-in', user: ada })
    expect(inputs).toMatchObject([{ email: ada.email, acceptTerms: true, tokenDelivery: 'COOKIE' }])
    await act(() => vi.advanceTimersByTimeAsync(1_999))
    expect(screen.queryByText('Dashboard')).not.toBeInTheDocument()
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(screen.getByText('Dashboard')).toBeVisible()
  })

  it('leads back to the page that asked for it, including its query', async () => {
    const user = userEvent.setup()
    const api = new TestApi()
    api.mutations['signUp'] = signUpAnswer
    renderSignUp(api, { from: '/admin/connect?code=WDJB-MJHT&state=s', ended: false })
    await fillIn(user)
    await submit(user)
    expect(
      await screen.findByText('Came back with ?code=WDJB-MJHT&state=s', undefined, { timeout: 3000 }),
    ).toBeVisible()
  })
})

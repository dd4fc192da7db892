import { beforeEach, describe, expect, it, vi } from 'vitest'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { GraphQLError } from 'graphql'
import { StrictMode } from 'react'
import { Route, Routes, useLocation } from 'react-router-dom'
import { SessionStore } from '../../auth/session-store.ts'
import { type PendingRedirect, storePendingRedirect } from '../identities/pending-redirect.ts'
import { ada, aSession, noSession, oneTab, signedInStore } from '../../testing/people.ts'
import { renderScreen } from '../../testing/render.tsx'
import { refuse, TestApi } from '../../testing/test-api.ts'
import { SignInPage } from './SignInPage.tsx'
import { SignInWithPage } from './SignInWithPage.tsx'

const example = { id: 'example', label: 'Example' }
const response = 'code=c&state=s'
const payload = () => ({
  session: { ...aSession(), tokenType: 'bearer', expiresAt: '' },
  joinedAccount: null,
  joinRefusal: null,
})

let api: TestApi
/** The inputs that were sent, by mutation. */
let sent: Record<string, unknown[]>
beforeEach(() => {
  api = new TestApi()
  sent = {}
  sessionStorage.clear()
})

/** Answers a mutation, and records its input. */
const answer = (name: string, respond: (input: Record<string, unknown>) => unknown) => {
  api.mutations[name] = (input) => {
    sent[name] = [...(sent[name] ?? []), input]
    return respond(input)
  }
}

const say = (proof: object) =>
  answer('completeProviderProof', () => ({
    proof: {
      token: 'word',
      provider: example,
      purpose: 'SIGN_IN',
      subject: 'USER',
      email: ada.email,
      isEmailProven: true,
      firstName: 'Ada',
      lastName: 'Lovelace',
      ...proof,
    },
  }))

const Address = () => <p>Address {useLocation().search}</p>

/** Returns from the provider, without a session. */
const returnFromProvider = (
  pendingRedirect: PendingRedirect | undefined,
  session = new SessionStore(noSession, oneTab),
) => {
  if (pendingRedirect) storePendingRedirect('https://example.test/?state=s', pendingRedirect, window)
  renderScreen(
    <StrictMode>
      <Address />
      <Routes>
        <Route path="/signin" element={<SignInPage />} />
        <Route path="/signin/with/:providerId" element={<SignInWithPage />} />
        <Route path="/admin/agents" element={<p>Agents</p>} />
        <Route path="/admin/getting-started" element={<p>Getting started</p>} />
        <Route path="/admin/profile" element={<p>Profile</p>} />
      </Routes>
    </StrictMode>,
    { api, session, at: `/signin/with/example?${response}` },
  )
  return session
}

describe('the provider buttons', () => {
  it('redirect to the provider, and store what is needed on return', async () => {
    // jsdom navigates only to a fragment of the same page.
    history.replaceState(null, '', '/?state=s')
    api.signInProviders = [example, { id: 'other', label: 'Other' }]
    answer('beginProviderProof', () => ({ url: `${location.href}#provider` }))
    const session = new SessionStore(noSession, oneTab)
    renderScreen(
      <Routes>
        <Route path="/signin" element={<SignInPage />} />
      </Routes>,
      { api, session, at: { pathname: '/signin', state: { from: '/admin/agents', ended: false } } },
    )
    const user = userEvent.setup()
    await user.click(await screen.findByLabelText('Remember me'))
    await user.click(await screen.findByRole('button', { name: 'Continue with Example' }))
    await waitFor(() => expect(location.hash).toBe('#provider'))
    expect(screen.getByRole('button', { name: 'Continue with Other' })).toBeVisible()
    expect(sent['beginProviderProof']).toEqual([{ providerId: 'example', purpose: 'SIGN_IN' }])
    expect(JSON.parse(sessionStorage.getItem('culvert:provider-errand') ?? '')).toEqual({
      purpose: 'SIGN_IN',
      origin: '/admin/agents',
      rememberMe: true,
      state: 's',
    })
    history.replaceState(null, '', '/')
  })
})

describe('a user who returns from a provider', () => {
  it('is signed in once and sent to the requested page; no parameters stay in the address bar', async () => {
    say({})
    answer('signInByProvider', payload)
    const session = returnFromProvider({ purpose: 'SIGN_IN', origin: '/admin/agents', rememberMe: true })
    expect(await screen.findByText('Agents')).toBeVisible()
    expect(session.getState().status).toBe('signed-in')
    expect(sent['completeProviderProof']).toEqual([{ providerId: 'example', response }])
    expect(sent['signInByProvider']).toEqual([{ proof: 'word', rememberMe: true, tokenDelivery: 'COOKIE' }])
    expect(sessionStorage.length).toBe(0)
    expect(screen.getByText('Address')).toBeVisible()
  })

  it('is asked for a code if they have a second factor, and told if it is wrong', async () => {
    say({})
    answer('signInByProvider', ({ code }) => {
      if (!code) throw new GraphQLError('A code.', { extensions: { code: 'FACTOR_REQUIRED', factors: ['TOTP'] } })
      if (sent['signInByProvider']?.length === 2) return refuse('UNAUTHENTICATED', 'The code is not right.', 'code')
      return payload()
    })
    returnFromProvider({ purpose: 'SIGN_IN' })
    const user = userEvent.setup()
    const code = await screen.findByLabelText('Code')
    expect(code).toHaveFocus()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    await user.type(code, '000000{Enter}')
    expect(await screen.findByText('The code is not right.')).toBeVisible()
    await user.clear(code)
    await user.type(code, '123456{Enter}')
    expect(await screen.findByText('Getting started')).toBeVisible()
    expect(sent['signInByProvider']?.at(-1)).toMatchObject({ code: { totp: '123456' }, rememberMe: false })
  })

  it('signs up with the name and address that the provider gave', async () => {
    say({ subject: 'NEW_USER' })
    answer('signUpByProvider', payload)
    returnFromProvider({ purpose: 'SIGN_IN', origin: '/admin/agents' })
    const user = userEvent.setup()
    expect(await screen.findByLabelText('First name')).toHaveValue('Ada')
    expect(screen.getByLabelText('Email')).toBeDisabled()
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    expect(sent['signUpByProvider']).toBeUndefined()
    await user.click(screen.getByRole('checkbox'))
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    expect(await screen.findByRole('heading', { name: 'Welcome, Ada' })).toBeVisible()
    expect(sent['signUpByProvider']).toEqual([
      {
        proof: 'word',
        firstName: 'Ada',
        lastName: 'Lovelace',
        email: ada.email,
        acceptTerms: true,
        tokenDelivery: 'COOKIE',
      },
    ])
  })

  it('can enter an address if the provider did not give one', async () => {
    say({ subject: 'NEW_USER', email: null, firstName: null })
    answer('signUpByProvider', payload)
    returnFromProvider({ purpose: 'SIGN_IN' })
    const user = userEvent.setup()
    const email = await screen.findByLabelText('Email')
    expect(email).toHaveValue('')
    expect(screen.getByLabelText('First name')).toHaveValue('')
    await user.type(email, ada.email)
    await user.type(screen.getByLabelText('First name'), 'Ada')
    await user.click(screen.getByRole('checkbox'))
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    expect(await screen.findByRole('heading', { name: 'Welcome, Ada' })).toBeVisible()
    expect(sent['signUpByProvider']).toMatchObject([{ proof: 'word', email: ada.email }])
  })

  it('signs up with the address of their invitation if the provider did not give one', async () => {
    say({ subject: 'NEW_USER', email: null })
    api.invite = {
      inviteId: 'invite',
      email: ada.email,
      token: 'inv_token',
      accountName: 'Navy',
      accountNamespace: 'navy',
      invitedByName: 'Grace Hopper',
      role: 'admin',
    }
    answer('signUpByProvider', payload)
    returnFromProvider({ purpose: 'SIGN_IN', inviteToken: 'inv_token' })
    const user = userEvent.setup()
    expect(await screen.findByText('Grace Hopper invites you to join Navy.')).toBeVisible()
    expect(screen.getByLabelText('Email')).toHaveValue(ada.email)
    expect(screen.getByLabelText('Email')).toBeDisabled()
    await user.click(screen.getByRole('checkbox'))
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    expect(await screen.findByText(/The invitation to Navy is waiting under Identity & Access/)).toBeVisible()
    expect(sent['signUpByProvider']).toMatchObject([{ proof: 'word', email: ada.email, inviteToken: 'inv_token' }])
  })

  it('signs in as before if their address is taken, and the provider is linked', async () => {
    say({ subject: 'ADDRESS_OF_USER' })
    answer('signIn', () => ({ session: payload().session }))
    answer('linkIdentity', () => ({
      identity: { id: 'i', provider: example, name: null, createdAt: '2026-11-21T09:30:00.000Z', lastUsedAt: null },
    }))
    returnFromProvider({ purpose: 'SIGN_IN', origin: '/admin/agents' })
    const user = userEvent.setup()
    expect(await screen.findByText(/^Someone has signed up with ada@example.com/)).toBeVisible()
    expect(screen.getByLabelText('Email')).toHaveValue(ada.email)
    await user.type(screen.getByLabelText('Password'), 'secret{Enter}')
    expect(await screen.findByText('Agents')).toBeVisible()
    expect(sent['linkIdentity']).toEqual([{ proof: 'word' }])
  })

  it('is told that nobody is linked if the provider may not create users', async () => {
    say({ subject: 'UNKNOWN', email: null })
    returnFromProvider({ purpose: 'SIGN_IN' })
    expect(await screen.findByText(/^Nobody here is linked to your Example user/)).toBeVisible()
    expect(screen.getByLabelText('Email')).toHaveValue('')
  })

  it('links the provider once the session is known, and returns to the profile', async () => {
    say({ purpose: 'LINK', subject: 'UNKNOWN' })
    answer('linkIdentity', () => ({
      identity: { id: 'i', provider: example, name: null, createdAt: '2026-11-21T09:30:00.000Z', lastUsedAt: null },
    }))
    const session = returnFromProvider({ purpose: 'LINK' })
    expect(screen.getByRole('status', { name: 'Waiting for the provider' })).toBeInTheDocument()
    expect(sent['completeProviderProof']).toBeUndefined()
    act(() => session.signIn(aSession()))
    expect(await screen.findByText('Profile')).toBeVisible()
    expect(sent['linkIdentity']).toEqual([{ proof: 'word' }])
  })

  it('is told why linking failed', async () => {
    say({ purpose: 'LINK', subject: 'USER' })
    answer('linkIdentity', () => refuse('CONFLICT', 'This user of Example is linked to somebody else here.'))
    returnFromProvider({ purpose: 'LINK' }, signedInStore())
    expect(await screen.findByRole('alert')).toHaveTextContent('This user of Example is linked to somebody else here.')
    expect(screen.getByRole('link', { name: 'Back to your profile' })).toHaveAttribute('href', '/admin/profile')
  })

  it('is told why signing in failed', async () => {
    answer('completeProviderProof', () => refuse('UNAUTHENTICATED', 'Example did not let you through.', 'response'))
    returnFromProvider({ purpose: 'SIGN_IN' })
    expect(await screen.findByRole('alert')).toHaveTextContent('Example did not let you through.')
    expect(screen.getByRole('link', { name: 'Back to sign in' })).toHaveAttribute('href', '/signin')
  })

  it('in a confirmation window hands over the answer and closes the window, without calling the API', async () => {
    const close = vi.spyOn(window, 'close').mockReturnValue()
    const heard: unknown[] = []
    const channel = new BroadcastChannel('culvert:provider-confirmation')
    channel.addEventListener('message', ({ data }) => heard.push(data))
    const session = returnFromProvider({ purpose: 'CONFIRM' })
    expect(await screen.findByRole('heading', { name: 'Go back to the other window' })).toBeVisible()
    await waitFor(() => expect(heard).toEqual([{ providerId: 'example', response }]))
    expect(close).not.toHaveBeenCalled()
    act(() => session.endEverywhere())
    expect(close).toHaveBeenCalled()
    expect(api.operations.filter((name) => name.startsWith('ProviderProof'))).toEqual([])
    channel.close()
    close.mockRestore()
  })
})

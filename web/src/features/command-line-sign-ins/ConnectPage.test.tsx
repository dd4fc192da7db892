import { describe, expect, it, vi } from 'vitest'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ActiveAccountProvider } from '../accounts/ActiveAccount.tsx'
import { aMembership } from '../../testing/memberships.ts'
import { renderScreen } from '../../testing/render.tsx'
import { refuse, TestApi } from '../../testing/test-api.ts'
import { ConnectPage } from './ConnectPage.tsx'

const aSignIn = (more: object = {}) => ({
  userCode: 'WDJB-MJHT',
  machineName: 'adas-laptop.local',
  requestedFrom: '203.0.113.7',
  requestedAt: new Date(Date.now() - 20_000).toISOString(),
  expiresAt: new Date(Date.now() + 580_000).toISOString(),
  usesLoopback: false,
  ...more,
})

function open(at: string, api = new TestApi(), signIn: object = aSignIn()) {
  api.commandLineSignIns['WDJB-MJHT'] = signIn
  const leave = vi.fn<(url: string) => void>()
  renderScreen(
    <ActiveAccountProvider>
      <ConnectPage leave={leave} />
    </ActiveAccountProvider>,
    { api, at },
  )
  return { api, leave, user: userEvent.setup() }
}

const press = async (user: ReturnType<typeof userEvent.setup>, name: string) =>
  await user.click(await screen.findByRole('button', { name }))

describe('the screen that connects a machine', () => {
  it('asks for the code, then shows the machine, its address, the time and a warning', async () => {
    const { user } = open('/admin/connect')
    await user.type(await screen.findByLabelText('Code'), 'WDJB-MJHT')
    await press(user, 'Continue')
    expect(await screen.findByRole('heading', { name: 'Connect adas-laptop.local?' })).toBeVisible()
    expect(screen.getByText('203.0.113.7')).toBeVisible()
    expect(screen.getByText(/^2\d s ago$/)).toBeVisible()
    expect(screen.getByText("Ada's account")).toBeVisible()
    expect(screen.getByText('Approve only if you started this yourself just now')).toBeVisible()
    expect(screen.getByText(/Check that your machine shows the code/)).toHaveTextContent('the code WDJB-MJHT.')
  })

  it('reports a wrong code in the words of the API, and asks for another', async () => {
    const { user } = open('/admin/connect?code=BBBB-BBBB')
    expect(await screen.findByText('No sign-in is waiting with this code.')).toBeVisible()
    await press(user, 'Enter another code')
    expect(await screen.findByLabelText('Code')).toBeVisible()
  })

  it('approves the sign-in for the account, and says that the machine is connected', async () => {
    const { api, user, leave } = open('/admin/connect?code=WDJB-MJHT')
    const given: unknown[] = []
    api.mutations['approveCommandLineSignIn'] = (input) => {
      given.push(input)
      return { commandLineSignIn: aSignIn(), redirectUrl: null }
    }
    await press(user, 'Approve')
    expect(await screen.findByText('adas-laptop.local is connected')).toBeVisible()
    expect(given).toEqual([{ userCode: 'WDJB-MJHT', accountId: 'account' }])
    expect(leave).not.toHaveBeenCalled()
  })

  it.each([
    ['with the state that it sent', 'a~state.1-_', '&state=a%7Estate.1-_'],
    ['without a state that contains other characters', 'a%20state%26code=x', ''],
    ['without a state that is too long', 'x'.repeat(201), ''],
    ['without a state if it sent none', undefined, ''],
  ])('redirects to the loopback address of a program %s', async (_how, state, ending) => {
    const { api, user, leave } = open(
      `/admin/connect?code=WDJB-MJHT${state === undefined ? '' : `&state=${state}`}`,
      undefined,
      aSignIn({ usesLoopback: true }),
    )
    const redirectUrl = 'http://127.0.0.1:51234/callback?code=one-time'
    api.mutations['approveCommandLineSignIn'] = () => ({ commandLineSignIn: aSignIn(), redirectUrl })
    await press(user, 'Approve')
    expect(await screen.findByText('Taking you back to the command…')).toBeVisible()
    expect(leave.mock.calls).toEqual([[redirectUrl + ending]])
  })

  it('denies the sign-in, and redirects to the loopback address with the error', async () => {
    const { api, user, leave } = open(
      '/admin/connect?code=WDJB-MJHT&state=s',
      undefined,
      aSignIn({ usesLoopback: true }),
    )
    const redirectUrl = 'http://127.0.0.1:51234/callback?error=access_denied'
    api.mutations['denyCommandLineSignIn'] = () => ({ commandLineSignIn: aSignIn(), redirectUrl })
    await press(user, 'Deny')
    expect(await screen.findByText(/adas-laptop.local was not connected/)).toBeVisible()
    expect(leave.mock.calls).toEqual([[`${redirectUrl}&state=s`]])
  })

  it('says why an approval failed, and still offers to approve', async () => {
    const { api, user } = open('/admin/connect?code=WDJB-MJHT')
    api.mutations['approveCommandLineSignIn'] = () => refuse('CONFLICT', 'You have 50 machine tokens in this account.')
    await press(user, 'Approve')
    expect(await screen.findByText('You have 50 machine tokens in this account.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Approve' })).toBeEnabled()
  })

  it('lets people with several accounts choose one', async () => {
    const api = new TestApi()
    api.viewer['memberships'] = [
      aMembership(api, { id: 'account', name: "Ada's account", namespace: 'ada_l' }),
      aMembership(api, { id: 'other', name: 'Analytical Engines', namespace: 'engines' }),
    ]
    const given: unknown[] = []
    api.mutations['approveCommandLineSignIn'] = (input) => {
      given.push(input)
      return { commandLineSignIn: aSignIn(), redirectUrl: null }
    }
    const { user } = open('/admin/connect?code=WDJB-MJHT', api)
    await user.selectOptions(await screen.findByLabelText('Account'), 'Analytical Engines (@engines)')
    await press(user, 'Approve')
    await screen.findByText('adas-laptop.local is connected')
    expect(given).toEqual([{ userCode: 'WDJB-MJHT', accountId: 'other' }])
  })
})

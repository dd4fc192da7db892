import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useLocation } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { aMembership } from '../../testing/memberships.ts'
import { ada } from '../../testing/people.ts'
import { showNotifications } from '../../testing/notifications.tsx'
import { renderScreen } from '../../testing/render.tsx'
import { TestApi } from '../../testing/test-api.ts'
import { ActiveAccountProvider, useActiveAccount } from './ActiveAccount.tsx'

function Shown() {
  const { membership, switchTo } = useActiveAccount()
  const { pathname, search } = useLocation()
  return (
    <button type="button" onClick={() => switchTo('other')}>
      {membership.account.name} at {pathname + search}
    </button>
  )
}

function Leave() {
  const { expectEnd } = useActiveAccount()
  return (
    <button type="button" onClick={() => expectEnd('other')}>
      Leave
    </button>
  )
}

describe('the account on the screen', () => {
  const api = new TestApi()
  const first = aMembership(api, { id: 'first', name: 'First', namespace: 'first' })
  const other = aMembership(api, { id: 'other', name: 'Other', namespace: 'other' })

  it('gives way to the first screen of the next one, and says so, when its membership ends elsewhere', async () => {
    api.viewer['memberships'] = [first, other]
    renderScreen(
      <>
        <ActiveAccountProvider>
          <Shown />
        </ActiveAccountProvider>
        {showNotifications()}
      </>,
      { api, at: '/admin/team?new=true' },
    )
    await userEvent.click(await screen.findByText('First at /admin/team?new=true'))
    expect(screen.getByText('Other at /admin/team?new=true')).toBeVisible()
    api.viewer['memberships'] = [first]
    await act(async () =>
      api.emit('viewerChanged', { user: { ...ada, locale: null }, closedMemberships: [], ...api.viewer }),
    )
    expect(await screen.findByText('Other is no longer open to you. This is First.')).toBeVisible()
    expect(await screen.findByText('First at /admin/getting-started')).toBeVisible()
  })

  it('says that it requires a second factor, and where to add one, when that closes it', async () => {
    api.viewer['memberships'] = [first, other]
    renderScreen(
      <>
        <ActiveAccountProvider>
          <Shown />
        </ActiveAccountProvider>
        {showNotifications()}
      </>,
      { api, at: '/admin/team' },
    )
    await userEvent.click(await screen.findByText(/at \/admin\/team/))
    api.viewer['memberships'] = [first]
    api.viewer['closedMemberships'] = [{ id: 'closed', account: { id: 'other', name: 'Other' } }]
    await act(async () => api.emit('viewerChanged', { user: { ...ada, locale: null }, ...api.viewer }))
    const text = 'Other requires a second factor now. To add one, switch to it in the header. This is First.'
    expect(await screen.findByText(text)).toBeVisible()
  })

  it('says so of an account that the viewer has left, joined again, and then lost', async () => {
    api.viewer['memberships'] = [first, other]
    api.viewer['closedMemberships'] = []
    const change = (...memberships: object[]) => {
      api.viewer['memberships'] = memberships
      return act(async () => api.emit('viewerChanged', { user: { ...ada, locale: null }, ...api.viewer }))
    }
    renderScreen(
      <>
        <ActiveAccountProvider>
          <Shown />
          <Leave />
        </ActiveAccountProvider>
        {showNotifications()}
      </>,
      { api, at: '/admin/team' },
    )
    await userEvent.click(await screen.findByText(/at \/admin\/team/))
    await userEvent.click(screen.getByText('Leave'))
    await change(first)
    expect(await screen.findByText(/^First at/)).toBeVisible()
    await change(first, other)
    expect(await screen.findByText(/^Other at/)).toBeVisible()
    await change(first)
    expect(await screen.findByText('Other is no longer open to you. This is First.')).toBeVisible()
  })
})

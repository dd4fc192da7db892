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

  /** Opens the other account of the viewer. */
  const openOther = async (at: string) => {
    Object.assign(api.viewer, { memberships: [first, other], closedMemberships: [] })
    renderScreen(
      <>
        <ActiveAccountProvider>
          <Shown />
          <Leave />
        </ActiveAccountProvider>
        {showNotifications()}
      </>,
      { api, at },
    )
    await userEvent.click(await screen.findByText(`First at ${at}`))
    expect(screen.getByText(`Other at ${at}`)).toBeVisible()
  }
  /** Changes which accounts are the viewer's, elsewhere. */
  const change = (memberships: object[], closedMemberships: object[] = []) => {
    Object.assign(api.viewer, { memberships, closedMemberships })
    return act(async () => api.emit('viewerChanged', { user: { ...ada, locale: null }, ...api.viewer }))
  }

  it('gives way to the first screen of the next one, and says so, when its membership ends elsewhere', async () => {
    await openOther('/admin/team?new=true')
    await change([first])
    expect(await screen.findByText('Other is no longer open to you. This is First.')).toBeVisible()
    expect(await screen.findByText('First at /admin/getting-started')).toBeVisible()
  })

  it('says that it requires a second factor, and where to add one, when that closes it', async () => {
    await openOther('/admin/team')
    await change([first], [{ id: 'closed', account: { id: 'other', name: 'Other' } }])
    const text = 'Other requires a second factor now. To add one, switch to it in the header. This is First.'
    expect(await screen.findByText(text)).toBeVisible()
  })

  it('says so of an account that the viewer has left, joined again, and then lost', async () => {
    await openOther('/admin/team')
    await userEvent.click(screen.getByText('Leave'))
    await change([first])
    expect(await screen.findByText(/^First at/)).toBeVisible()
    await change([first, other])
    expect(await screen.findByText(/^Other at/)).toBeVisible()
    await change([first])
    expect(await screen.findByText('Other is no longer open to you. This is First.')).toBeVisible()
  })
})

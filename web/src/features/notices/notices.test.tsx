import { describe, expect, it } from 'vitest'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderAdminScreen } from '../../testing/render.tsx'
import { TestApi } from '../../testing/test-api.ts'
import { NoticeBell } from './NoticeBell.tsx'
import type { AccountNotice } from './NoticeList.tsx'
import { NoticesPage } from './NoticesPage.tsx'
import { ProfilePage } from '../profile/ProfilePage.tsx'

const aNotice = (number: number, more: Partial<AccountNotice> = {}): AccountNotice => ({
  id: `notice-${number}`,
  kind: 'AGENT_LOST',
  account: { id: 'account', name: "Ada's account" },
  title: `${number} agents were lost`,
  text: 'Look at the machine that they run on.',
  path: '/admin/agents',
  happenedAt: new Date(Date.UTC(2026, 10, 21, 9, number)).toISOString(),
  isUnread: true,
  ...more,
})

/** Gives the viewer notices, the newest first. */
function give(api: TestApi, notices: AccountNotice[]): void {
  api.viewer['notices'] = { nodes: notices, totalCount: notices.length, page: 1, pageSize: 25, pageCount: 1 }
  api.viewer['unreadNotices'] = notices.filter(({ isUnread }) => isUnread).length
}

function start(notices: AccountNotice[], shown = <NoticeBell />) {
  const api = new TestApi()
  give(api, notices)
  const marked: unknown[] = []
  api.mutations['markNoticesRead'] = ({ until }) => {
    marked.push(until)
    api.viewer['unreadNotices'] = 0
    return { viewer: { unreadNotices: 0 } }
  }
  renderAdminScreen(shown, api)
  return { api, marked, user: userEvent.setup() }
}

describe('the bell', () => {
  it('shows the number of unread notices, and updates it as soon as one arrives', async () => {
    const { api } = start([aNotice(1)])
    expect(await screen.findByRole('button', { name: 'Notices, 1 unread' })).toBeVisible()
    expect(screen.getByText('1 unread notice')).toBeInTheDocument()
    act(() => api.emit('viewerChanged', { unreadNotices: 2 }))
    expect(await screen.findByRole('button', { name: 'Notices, 2 unread' })).toBeVisible()
  })

  it('opens by keyboard, and on closing marks the notices that it showed as read', async () => {
    const { marked, user } = start([aNotice(2), aNotice(1, { isUnread: false })])
    const bell = await screen.findByRole('button', { name: 'Notices, 1 unread' })
    bell.focus()
    await user.keyboard('{Enter}')
    const list = await screen.findByRole('list', { name: 'Notices' })
    const [first, second] = within(list).getAllByRole('link')
    expect(first).toHaveAccessibleName('Unread: 2 agents were lost')
    expect(first).toHaveAttribute('href', '/admin/agents')
    expect(second).toHaveAccessibleName('1 agents were lost')
    expect(marked).toEqual([])
    await user.keyboard('{Escape}')
    expect(await screen.findByRole('button', { name: 'Notices' })).toHaveFocus()
    expect(marked).toEqual([aNotice(2).happenedAt])
  })

  it('says that there are no notices, and links to all of them', async () => {
    const { marked, user } = start([])
    await user.click(await screen.findByRole('button', { name: 'Notices' }))
    expect(await screen.findByText('No notices')).toBeVisible()
    expect(screen.getByRole('link', { name: 'All notices' })).toHaveAttribute('href', '/admin/notices')
    await user.keyboard('{Escape}')
    expect(marked).toEqual([])
  })
})

describe('the screen of notices', () => {
  it('lists notices with their time, and marks all as read up to the newest, whatever the clock of the browser says', async () => {
    const { marked, user } = start([aNotice(1)], <NoticesPage />)
    expect(await screen.findByText('Look at the machine that they run on.')).toBeVisible()
    const time = within(screen.getByRole('listitem')).getByText(/^Nov 21, /)
    expect(time).toHaveAttribute('datetime', aNotice(1).happenedAt)
    await user.click(screen.getByRole('button', { name: 'Mark all as read' }))
    expect(marked).toEqual([aNotice(1).happenedAt])
    expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull()
  })
})

describe('notices by email', () => {
  it('can be switched on and off for each kind', async () => {
    const api = new TestApi()
    const mails = [
      { kind: 'AGENT_LOST', label: 'An agent was lost', isOn: false },
      { kind: 'LIMIT_NEAR', label: 'A limit is near', isOn: true },
    ]
    Object.assign(api.viewer, {
      noticeMails: mails,
      sessions: [],
      auditLog: { nodes: [], totalCount: 0, page: 1, pageSize: 10, pageCount: 1 },
    })
    const chosen: unknown[] = []
    api.mutations['setNoticeMail'] = (input) => {
      chosen.push(input)
      Object.assign(
        mails.find(({ kind }) => kind === input['kind'])!,
        { isOn: input['isOn'] },
      )
      return { viewer: { noticeMails: mails } }
    }
    renderAdminScreen(<ProfilePage />, api)
    const agents = await screen.findByRole('switch', { name: 'An agent was lost' })
    const limits = screen.getByRole('switch', { name: 'A limit is near' })
    await userEvent.click(agents)
    await waitFor(() => expect(agents).toBeChecked())
    expect(limits).toBeChecked()
    await userEvent.click(limits)
    await waitFor(() => expect(limits).not.toBeChecked())
    expect(agents).toBeChecked()
    expect(chosen).toEqual([
      { kind: 'AGENT_LOST', isOn: true },
      { kind: 'LIMIT_NEAR', isOn: false },
    ])
  })
})

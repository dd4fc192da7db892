import { beforeEach, describe, expect, it } from 'vitest'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { renderAdminScreen } from '../../testing/render.tsx'
import { aGateway, anAgent, refused, TestApi } from '../../testing/test-api.ts'
import { useOfferedAction } from '../../ui/page-actions.ts'
import { PaletteButton } from './PaletteButton.tsx'

function Screen() {
  const { pathname, search } = useLocation()
  return (
    <>
      <PaletteButton />
      <input aria-label="Elsewhere" />
      <p data-testid="address">{pathname + search}</p>
    </>
  )
}

const grace = { id: 'grace', email: 'grace@example.com', fullName: 'Grace Hopper' }

const selected = () => screen.getByRole('option', { selected: true })

/** The heading above an option, which names its group. */
const groupOf = (option: HTMLElement) =>
  screen.getAllByRole('group').find((group) => group.contains(option))?.firstElementChild?.textContent

function Page({ run }: { run: () => void }) {
  const [isOpen, setOpen] = useState(true)
  useOfferedAction(isOpen ? { label: 'Replay', detail: 'GET /orders', run } : undefined)
  return (
    <button type="button" onClick={() => setOpen(false)}>
      Leave
    </button>
  )
}

describe('the command palette', () => {
  let api: TestApi
  beforeEach(() => {
    api = new TestApi()
    api.gateways = [aGateway(), aGateway({ name: 'shop' })]
    api.agents = [anAgent({ name: 'Web shop', assignedDomain: 'shop-ada-l.culvert.localhost' })]
    Object.assign(api.account, {
      viewerCanAddDomain: refused('NOT_IN_PLAN'),
      viewerCanAddIpRestriction: refused('NOT_IN_PLAN'),
      viewerCanChangePlan: false,
      domains: [],
      members: [{ id: 'm1', user: grace }],
    })
  })

  const open = async () => {
    const user = userEvent.setup()
    renderAdminScreen(<Screen />, api)
    await user.click(await screen.findByLabelText('Elsewhere'))
    await user.keyboard('{Control>}k{/Control}')
    const field = await screen.findByRole('combobox', { name: 'Find or do something' })
    await waitFor(() => expect(field).toHaveFocus())
    await within(await screen.findByRole('group', { name: 'Gateways' })).findByRole('option', { name: /^shop/ })
    return user
  }

  it('runs the action that the open page offers, for as long as it offers it', async () => {
    const ran: string[] = []
    const user = userEvent.setup()
    renderAdminScreen(
      <>
        <Screen />
        <Page run={() => ran.push('replayed')} />
      </>,
      api,
    )
    await screen.findByLabelText('Elsewhere')
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox'), 'replay')
    expect(await screen.findByRole('option')).toHaveTextContent('ReplayGET /orders')
    await user.keyboard('{Enter}')
    expect(ran).toEqual(['replayed'])
    await user.click(screen.getByRole('button', { name: 'Leave' }))
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox'), 'replay')
    expect(await screen.findByText('Nothing here matches “replay”.')).toBeVisible()
  })

  it('finds gateways, agents and people by keyboard, and exposes the result count and the selection', async () => {
    const user = await open()
    await user.keyboard('shop')
    const field = screen.getByRole('combobox')
    expect(screen.getByText('2 results')).toBeInTheDocument()
    expect(groupOf(selected())).toBe('Gateways')
    expect(field).toHaveAttribute('aria-activedescendant', selected().id)
    await user.keyboard('{ArrowDown}')
    expect(selected()).toHaveTextContent(/^Web shop/)
    expect(groupOf(selected())).toBe('Agents')
    expect(field).toHaveAttribute('aria-activedescendant', selected().id)
    await user.keyboard('{ArrowDown}')
    expect(groupOf(selected())).toBe('Gateways')

    await user.clear(field)
    await user.keyboard('hopper{Enter}')
    expect(screen.getByTestId('address')).toHaveTextContent('/admin/team?find=grace%40example.com')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await waitFor(() => expect(screen.getByLabelText('Elsewhere')).toHaveFocus())
  })

  it('offers only actions that the viewer may take and the plan has room for', async () => {
    const user = await open()
    await user.keyboard('actions')
    const names = screen.getAllByRole('option').map(({ textContent }) => textContent)
    expect(names).toContain('Create Gateway')
    expect(names).toContain('Invite Member')
    expect(names).not.toContain('Add Domain')
    expect(names).not.toContain('Add IP Restriction')
    expect(names).not.toContain('Change Plan')
    await user.clear(screen.getByRole('combobox'))
    await user.keyboard('create gat{Enter}')
    expect(screen.getByTestId('address')).toHaveTextContent('/admin/gateway?new=true')
  })

  it('opens the page of a gateway or an agent', async () => {
    const user = await open()
    await user.keyboard('shop{Enter}')
    expect(screen.getByTestId('address')).toHaveTextContent(/^\/admin\/gateway\/[^?]+$/)
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox'), 'web shop{Enter}')
    expect(screen.getByTestId('address')).toHaveTextContent(/^\/admin\/agents\/[^?]+$/)
  })

  it('finds a page by an alternative name', async () => {
    const user = await open()
    await user.keyboard('team')
    const pages = within(screen.getByRole('group', { name: 'Pages' }))
    expect(pages.getByRole('option')).toHaveTextContent('Identity & AccessTeamg t')
  })

  it('shows every entry with an icon in a group, and a page with its shortcut', async () => {
    await open()
    const pages = within(screen.getByRole('group', { name: 'Pages' }))
    expect(pages.getByRole('option', { name: /^Agents/ })).toHaveTextContent('Agentsg a')
    const options = screen.getAllByRole('option')
    expect(options.every((option) => option.querySelector('svg'))).toBe(true)
    expect(new Set(options.map(groupOf)).size).toBe(screen.getAllByRole('group').length)
  })

  it('switches the theme, and says which one is in use', async () => {
    const user = await open()
    await user.keyboard('dark theme{Enter}')
    await waitFor(() => expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'dark'))
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox'), 'theme')
    expect(screen.getByRole('option', { name: /^Dark theme/ })).toHaveTextContent('In use')
    await user.clear(screen.getByRole('combobox'))
    await user.keyboard('theme of the system{Enter}')
  })

  it('shows its shortcut on its button', async () => {
    renderAdminScreen(<Screen />, api)
    expect(await screen.findByRole('button', { name: 'Find or do something' })).toHaveTextContent('Ctrl K')
  })

  it('says that nothing matches, ignores Enter, and closes on Escape', async () => {
    const user = await open()
    await user.keyboard('xyzzy')
    expect(screen.getByText('0 results')).toBeInTheDocument()
    expect(screen.getByText('Nothing here matches “xyzzy”.')).toBeVisible()
    await user.keyboard('{Enter}')
    expect(screen.getByRole('dialog')).toBeVisible()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })
})

import { beforeEach, describe, expect, it } from 'vitest'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router-dom'
import { renderAdminScreen } from '../../testing/render.tsx'
import { aGateway, anAgent, refused, TestApi } from '../../testing/test-api.ts'
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
    await screen.findByRole('option', { name: /shop-ada-l.culvert.localhost\s*Gateways/ })
    return user
  }
  it('finds gateways, agents and people by the keyboard alone, and tells the number and the selected one', async () => {
    const user = await open()
    await user.keyboard('shop')
    const field = screen.getByRole('combobox')
    expect(screen.getByText('2 results')).toBeInTheDocument()
    expect(selected()).toHaveTextContent(/shop.*Gateways/)
    expect(field).toHaveAttribute('aria-activedescendant', selected().id)
    await user.keyboard('{ArrowDown}')
    expect(selected()).toHaveTextContent(/Web shop.*Agents/)
    expect(field).toHaveAttribute('aria-activedescendant', selected().id)
    await user.keyboard('{ArrowDown}')
    expect(selected()).toHaveTextContent(/Gateways/)

    await user.clear(field)
    await user.keyboard('hopper{Enter}')
    expect(screen.getByTestId('address')).toHaveTextContent('/admin/team?find=grace%40example.com')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await waitFor(() => expect(screen.getByLabelText('Elsewhere')).toHaveFocus())
  })

  it('offers what the viewer may do and the plan has room for, and nothing else', async () => {
    const user = await open()
    await user.keyboard('actions')
    const names = screen.getAllByRole('option').map(({ textContent }) => textContent)
    expect(names).toContain('Create GatewayActions')
    expect(names).toContain('Invite MemberActions')
    expect(names).not.toContain('Add DomainActions')
    expect(names).not.toContain('Add IP RestrictionActions')
    expect(names).not.toContain('Change PlanActions')
    await user.clear(screen.getByRole('combobox'))
    await user.keyboard('create gat{Enter}')
    expect(screen.getByTestId('address')).toHaveTextContent('/admin/gateway?new=true')
  })

  it('says so when nothing is called that', async () => {
    const user = await open()
    await user.keyboard('xyzzy')
    expect(screen.getByText('0 results')).toBeInTheDocument()
    expect(screen.getByText('Nothing is called “xyzzy” here.')).toBeVisible()
    await user.keyboard('{Enter}')
    expect(screen.getByRole('dialog')).toBeVisible()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })
})

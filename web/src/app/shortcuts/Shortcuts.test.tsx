import { describe, expect, it } from 'vitest'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router-dom'
import { renderAdminScreen } from '../../testing/render.tsx'
import { TestApi } from '../../testing/test-api.ts'
import { sections } from '../sections.tsx'
import { Shortcuts } from './Shortcuts.tsx'

function Place() {
  return <output aria-label="Place">{useLocation().pathname}</output>
}

function open() {
  renderAdminScreen(
    <>
      <Shortcuts />
      <Place />
      <input aria-label="Field" />
    </>,
    new TestApi(),
  )
  return { user: userEvent.setup(), place: () => screen.findByRole('status', { name: 'Place' }) }
}

describe('the keyboard shortcuts of the dashboard', () => {
  it('open a screen by g and its letter', async () => {
    const { user, place } = open()
    expect(await place()).toHaveTextContent('/')
    await user.keyboard('ga')
    expect(await place()).toHaveTextContent('/admin/agents')
    // The second letter may be g as well.
    await user.keyboard('gg')
    expect(await place()).toHaveTextContent('/admin/gateway')
  })

  it('ignore keys typed into a field and keys pressed with Ctrl', async () => {
    const { user, place } = open()
    await user.type(await screen.findByLabelText('Field'), 'ga?')
    expect(screen.getByLabelText('Field')).toHaveValue('ga?')
    await user.click(document.body)
    await user.keyboard('g{Control>}a{/Control}')
    expect(await place()).toHaveTextContent(/^\/$/)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('are listed on ?, and differ for every screen', async () => {
    const { user, place } = open()
    await place()
    await user.keyboard('?')
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    expect(within(dialog).getByText('Agents').closest('div')).toHaveTextContent('Agentsg a')

    const keys = sections.flatMap(({ links }) => links.map(({ goKey }) => goKey))
    expect(new Set(keys).size).toBe(keys.length)
  })
})

import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderUi } from '../../testing/render.tsx'
import { Film } from './Film.tsx'

describe('the film', () => {
  it('lists the titles of its scenes in order', () => {
    renderUi(<Film />)
    const titles = screen.getAllByRole('listitem').map((item) => within(item).getByRole('heading').textContent)
    expect(titles).toEqual([
      '1. A visitor sees an error',
      '2. You see the cause',
      '3. The path, hop by hop',
      '4. The same request, once more',
    ])
  })

  it('can be paused and resumed', async () => {
    const { container } = renderUi(<Film />)
    await userEvent.click(screen.getByRole('button', { name: 'Pause' }))
    expect(container.querySelector('[data-paused="true"]')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Play' }))
    expect(container.querySelector('[data-paused="false"]')).toBeInTheDocument()
  })
})

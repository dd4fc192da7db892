import { screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect, it, vi } from 'vitest'
import { renderUi } from '../testing/render.tsx'
import { ScrollToLocation } from './ScrollToLocation.tsx'

const renderAt = (address: string) => {
  const scrollIntoView = vi.fn<(this: Element) => void>()
  Element.prototype.scrollIntoView = scrollIntoView
  renderUi(
    <MemoryRouter initialEntries={[address]}>
      <h2 id="über-uns">Über uns</h2>
      <ScrollToLocation />
    </MemoryRouter>,
  )
  return scrollIntoView
}

describe('a page', () => {
  it('scrolls to the part that the address names', () => {
    expect(renderAt('/#%C3%BCber-uns').mock.contexts).toEqual([screen.getByRole('heading')])
  })

  it('is shown although the part that the address names cannot be read', () => {
    expect(renderAt('/#100%')).not.toHaveBeenCalled()
    expect(screen.getByRole('heading')).toBeVisible()
  })
})

import { beforeEach, describe, expect, it, jest } from '@jest/globals'
import { screen } from '@testing-library/react'
import { renderScreen } from '../testing/render.tsx'
import { ErrorsPage } from './ErrorsPage.tsx'

const scrolledTo: string[] = []

beforeEach(() => {
  scrolledTo.length = 0
  // jsdom lays nothing out.
  Element.prototype.scrollIntoView = jest.fn(function note(this: Element) {
    scrolledTo.push(this.id)
  })
})

async function renderPage(at: string) {
  renderScreen(<ErrorsPage />, { at })
  await screen.findByText('Culvert')
}

describe('the page about errors', () => {
  it('shows the entry that the address names', async () => {
    await renderPage('/docs/errors#bad_user_input')
    expect(screen.getByRole('heading', { name: 'BAD_USER_INPUT' })).toHaveAttribute('id', 'bad_user_input')
    expect(scrolledTo).toEqual(['bad_user_input'])
  })

  it('leads to other documents as pages, with their anchors', async () => {
    await renderPage('/docs/errors')
    expect(screen.getByRole('link', { name: 'limits of one operation' })).toHaveAttribute('href', '/docs/api#limits')
  })
})

import { describe, expect, it } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { renderScreen } from '../testing/render.tsx'
import { DocsPage } from './DocsPage.tsx'

async function renderDocs(at: string) {
  const { container } = renderScreen(
    <Routes>
      <Route path="/docs/:section?" element={<DocsPage />} />
    </Routes>,
    { at },
  )
  await waitFor(() => expect(document.title).toContain('Culvert'))
  return container
}

describe('the documentation', () => {
  it('shows commands with the addresses of this installation', async () => {
    const container = await renderDocs('/docs')
    expect(container).toHaveTextContent('npm install -g http://localhost:4000/download/culvert-1.0.2.tgz')
    expect(container).not.toHaveTextContent('{{')
  })

  it('gives the codes of errors the anchors that errors of the API name', async () => {
    await renderDocs('/docs/errors')
    expect(screen.getByRole('heading', { name: 'BAD_USER_INPUT' })).toHaveAttribute('id', 'bad_user_input')
    expect(screen.getByRole('link', { name: 'limits of one operation' })).toHaveAttribute('href', '/docs/api#limits')
  })

  it('says so when there is no such section', async () => {
    await renderDocs('/docs/nonsense')
    expect(screen.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  })
})

import { describe, expect, it } from 'vitest'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { readClipboard } from '../../testing/clipboard.ts'
import { renderScreen } from '../../testing/render.tsx'
import { DocsPage } from './DocsPage.tsx'

const docs = (
  <Routes>
    <Route path="/docs/:section?" element={<DocsPage />} />
  </Routes>
)

async function renderDocs(at: string) {
  const { container } = renderScreen(docs, { at })
  await waitFor(() => expect(document.title).toContain('Culvert'))
  return container
}

describe('the documentation', () => {
  it('shows commands with the addresses of this installation', async () => {
    const container = await renderDocs('/docs')
    expect(container).toHaveTextContent('npm install -g http://localhost:4000/download/culvert-agent-1.0.2.tgz')
    expect(container).not.toHaveTextContent('{{')
  })

  it('shows commands without a secret, on a machine that is signed in', async () => {
    const user = userEvent.setup()
    await renderDocs('/docs/domains')
    await user.click(screen.getByRole('button', { name: 'Copy command' }))
    expect(await readClipboard()).toBe('culvert http 3000 --gateway demo')
    const container = await renderDocs('/docs/basic-usage')
    expect(container).toHaveTextContent('culvert login --server http://localhost:4000')
    expect(container).not.toHaveTextContent('YOUR_AUTHID')
  })

  it('gives the codes of errors the anchors that errors of the API name', async () => {
    await renderDocs('/docs/errors')
    expect(screen.getByRole('heading', { name: 'BAD_USER_INPUT' })).toHaveAttribute('id', 'bad_user_input')
    expect(screen.getByRole('link', { name: 'limits of one operation' })).toHaveAttribute('href', '/docs/api#limits')
  })

  it('has every operation and type of the API, each at an anchor of its own', async () => {
    const container = await renderDocs('/docs/reference')
    // A query by role takes seconds in a page of this size.
    await waitFor(() =>
      expect(container.querySelector('h3[id="AgentConnection"]')).toHaveTextContent('AgentConnection'),
    )
    expect(container.querySelector('[id="Account.agentsConnection"]')).toHaveTextContent('API key: READ_ACCOUNT')
    expect(container.querySelector('a[href="/docs/api#credentials"]')).toHaveTextContent('scope')
  })

  it('says so when there is no such section', async () => {
    await renderDocs('/docs/nonsense')
    expect(screen.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  })
})

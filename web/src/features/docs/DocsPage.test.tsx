import html from 'virtual:api-reference'
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

  it('shows commands for a signed-in machine, without a secret', async () => {
    const user = userEvent.setup()
    await renderDocs('/docs/domains')
    await user.click(screen.getByRole('button', { name: 'Copy command culvert http 3000 --gateway demo' }))
    expect(await readClipboard()).toBe('culvert http 3000 --gateway demo')
    const container = await renderDocs('/docs/basic-usage')
    expect(container).toHaveTextContent('culvert login --server http://localhost:4000')
    expect(container).not.toHaveTextContent('YOUR_AUTHID')
  })

  it('gives error codes the anchors that API errors link to', async () => {
    await renderDocs('/docs/errors')
    expect(screen.getByRole('heading', { name: 'BAD_USER_INPUT' })).toHaveAttribute('id', 'bad_user_input')
    expect(screen.getByRole('link', { name: 'limits of one operation' })).toHaveAttribute('href', '/docs/api#limits')
  })

  it('includes the whole API reference, with an anchor for every operation, type and field', async () => {
    const container = await renderDocs('/docs/reference')
    // A query by role takes seconds in a page of this size.
    await waitFor(() =>
      expect(container.querySelector('h3[id="AgentConnection"]')).toHaveTextContent('AgentConnection'),
    )
    expect(container.querySelector('[id="Account.agentsConnection"]')).toHaveTextContent('API key: READ_ACCOUNT')
    expect(container.querySelector('a[href="/docs/api#credentials"]')).toHaveTextContent('scope')
    const anchors = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(anchors).toEqual(expect.arrayContaining(['Query.viewer', 'Mutation.createGateway', 'AgentConnection']))
    const shown = new Set([...container.querySelectorAll('[id]')].map(({ id }) => id))
    expect(anchors.filter((id) => !shown.has(id!))).toEqual([])
  })

  it('shows “Page not found” for an unknown section', async () => {
    await renderDocs('/docs/nonsense')
    expect(screen.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  })
})

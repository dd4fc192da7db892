import { describe, expect, it } from 'vitest'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { keepSecret } from '../auth-tokens/secrets.ts'
import { renderScreen } from '../../testing/render.tsx'
import { TestApi } from '../../testing/test-api.ts'
import { maskSecret } from '../../ui/mask-secret.ts'
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

  it('puts the AuthID of a reader who is signed in into the commands, masked where they are shown', async () => {
    const secret = `pk_${'a'.repeat(64)}`
    keepSecret('token', secret)
    const api = new TestApi()
    api.authToken = { id: 'token', name: 'CLI Token', createdAt: '2026-11-21T09:30:00.000Z', lastUsedAt: null }
    const user = userEvent.setup()
    const { container } = renderScreen(docs, { api, at: '/docs/domains' })
    await waitFor(() => expect(container).toHaveTextContent(`--authtoken ${maskSecret(secret)} --gateway demo`))
    expect(container).not.toHaveTextContent(/YOUR_AUTHID|aaaa/)
    await user.click(screen.getByRole('button', { name: 'Copy command' }))
    expect(await navigator.clipboard.readText()).toContain(`--authtoken ${secret} --gateway demo`)
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

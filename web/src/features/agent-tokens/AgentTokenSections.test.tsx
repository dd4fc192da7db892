import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderAdminScreen } from '../../testing/render.tsx'
import { readClipboard } from '../../testing/clipboard.ts'
import { aGateway, TestApi } from '../../testing/test-api.ts'
import { AgentTokenSections } from './AgentTokenSections.tsx'

const secret = `at_${'2'.repeat(64)}`

const aToken = (label: string) => ({
  id: `token of ${label}`,
  label,
  name: null,
  prefix: 'at_22222',
  gateway: null,
  hostnamePrefix: `${label}-`,
  expiresAt: '2030-11-21T09:30:00.000Z',
  lastUsedAt: null,
})

const aTrust = (name: string) => ({
  id: `trust of ${name}`,
  name,
  issuer: 'https://token.actions.githubusercontent.com',
  conditions: [{ claim: 'repository', value: 'acme/shop' }],
  gateway: { id: 'gateway', subdomain: 'shop-ada.culvert.localhost' },
  hostnamePrefix: null,
  label: 'ci',
  lastUsedAt: null,
})

/** An API whose account has these tokens. */
function withTokens(...labels: string[]): TestApi {
  const api = new TestApi()
  const nodes = labels.map(aToken)
  api.account['agentTokensConnection'] = { nodes, pageInfo: { hasNextPage: false } }
  return api
}

describe('the agent tokens', () => {
  it('are listed with their hostname prefixes, and revoked after a confirmation', async () => {
    const user = userEvent.setup()
    const api = withTokens('acme', 'bolt')
    api.mutations['revokeAgentToken'] = () => {
      Object.assign(api.account, withTokens('bolt').account)
      return { agentToken: aToken('acme') }
    }
    renderAdminScreen(<AgentTokenSections />, api)
    const table = await screen.findByRole('table', { name: 'Agent tokens' })
    expect(within(table).getByText('acme-*')).toBeVisible()
    await user.click(within(table).getByRole('button', { name: 'Revoke token of acme' }))
    const dialog = await screen.findByRole('dialog', { name: 'Revoke agent token' })
    expect(dialog).toHaveTextContent('its agents end within 2 seconds')
    await user.click(within(dialog).getByRole('button', { name: 'Revoke token' }))
    await waitFor(() => expect(screen.queryByText('acme-*')).not.toBeInTheDocument())
    expect(await screen.findByText('bolt-*')).toBeVisible()
  })

  it('are created for a hostname prefix, and their secret is shown once', async () => {
    const user = userEvent.setup()
    const api = new TestApi()
    let input: unknown
    api.mutations['createAgentToken'] = (given) => {
      input = given
      return { agentToken: aToken('acme'), secret }
    }
    const { container } = renderAdminScreen(<AgentTokenSections />, api)
    await user.click(await screen.findByRole('button', { name: 'Create agent token' }))
    await user.type(await screen.findByLabelText('Label'), 'acme')
    await user.type(screen.getByLabelText('Prefix'), 'acme-')
    await user.click(screen.getByRole('button', { name: 'Create agent token' }))
    expect(await screen.findByRole('heading', { name: 'Token of acme' })).toBeVisible()
    expect(input).toEqual({ accountId: 'account', label: 'acme', hostnamePrefix: 'acme-', ttlSeconds: 3_600 })
    await user.click(screen.getByRole('button', { name: 'Show agent token' }))
    expect(container).toHaveTextContent(secret)
    await user.click(screen.getByRole('button', { name: 'Done' }))
    expect(container).not.toHaveTextContent(secret)
    expect(JSON.stringify(localStorage)).not.toContain(secret)
  })

  it('are created for a gateway, and listed with its hostname', async () => {
    const user = userEvent.setup()
    const api = new TestApi()
    const gateway = aGateway()
    api.gateways = [gateway]
    let input: unknown
    api.mutations['createAgentToken'] = (given) => {
      input = given
      const token = { ...aToken('acme'), gateway, hostnamePrefix: null }
      api.account['agentTokensConnection'] = { nodes: [token], pageInfo: { hasNextPage: false } }
      return { agentToken: token, secret }
    }
    renderAdminScreen(<AgentTokenSections />, api)
    await user.click(await screen.findByRole('button', { name: 'Create agent token' }))
    await user.type(await screen.findByLabelText('Label'), 'acme')
    await user.selectOptions(screen.getByLabelText('Bound to'), gateway.subdomain)
    expect(screen.queryByLabelText('Prefix')).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Create agent token' }))
    expect(await screen.findByRole('table', { name: 'Agent tokens' })).toHaveTextContent(gateway.subdomain)
    expect(input).toEqual({ accountId: 'account', label: 'acme', gatewayId: gateway.id, ttlSeconds: 3_600 })
  })

  it('say that there are none, as do the trusted workloads', async () => {
    renderAdminScreen(<AgentTokenSections />, new TestApi())
    expect(await screen.findByText('No agent tokens')).toBeVisible()
    expect(screen.getByText('No trusted workloads')).toBeVisible()
  })
})

describe('the trusted workloads', () => {
  it('are created with several conditions, and show the lines for a workflow, which hold no secret', async () => {
    const user = userEvent.setup()
    const api = new TestApi()
    let input: unknown
    api.mutations['createTrust'] = (given) => {
      input = given
      return { trust: aTrust('Previews') }
    }
    renderAdminScreen(<AgentTokenSections />, api)
    await user.click(await screen.findByRole('button', { name: 'Trust a workload' }))
    await user.type(await screen.findByLabelText('Name'), 'Previews')
    await user.type(screen.getByLabelText('Value'), 'acme/shop')
    await user.click(screen.getByRole('button', { name: 'Add condition' }))
    await user.type(screen.getByLabelText('Claim of condition 2'), 'environment')
    await user.click(screen.getByRole('button', { name: 'Add condition' }))
    await user.type(screen.getByLabelText('Claim of condition 3'), 'ref')
    await user.type(screen.getByLabelText('Value of condition 3'), 'refs/heads/*')
    await user.click(screen.getByRole('button', { name: 'Remove condition 2' }))
    await user.type(screen.getByLabelText('Label'), 'ci')
    await user.type(screen.getByLabelText('Prefix'), 'preview-')
    await user.click(screen.getByRole('button', { name: 'Trust workload' }))
    expect(await screen.findByRole('heading', { name: 'Workflow for Previews' })).toBeVisible()
    expect(input).toEqual({
      accountId: 'account',
      name: 'Previews',
      issuer: 'https://token.actions.githubusercontent.com',
      conditions: [
        { claim: 'repository', value: 'acme/shop' },
        { claim: 'ref', value: 'refs/heads/*' },
      ],
      label: 'ci',
      hostnamePrefix: 'preview-',
      ttlSeconds: 3_600,
    })
    await user.click(screen.getByRole('button', { name: 'Copy permission permissions:' }))
    expect(await readClipboard()).toBe('permissions:\n  id-token: write')
    await user.click(screen.getByRole('button', { name: /^Copy command culvert http 3000/ }))
    expect(await readClipboard()).toBe('culvert http 3000 --server http://localhost:4000 --trust trust of Previews')
    expect(await screen.findByRole('table', { name: 'Trusts' })).toHaveTextContent('repository: acme/shop')
  })

  it('are deleted after a confirmation', async () => {
    const user = userEvent.setup()
    const api = new TestApi()
    api.account['trusts'] = [aTrust('Previews'), aTrust('Nightly')]
    api.mutations['deleteTrust'] = () => ({ trust: aTrust('Nightly') })
    renderAdminScreen(<AgentTokenSections />, api)
    await user.click(await screen.findByRole('button', { name: 'Delete Nightly' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete trust' })
    await user.click(within(dialog).getByRole('button', { name: 'Delete trust' }))
    await waitFor(() => expect(screen.queryByText('Nightly')).not.toBeInTheDocument())
    expect(screen.getByText('Previews')).toBeVisible()
  })
})

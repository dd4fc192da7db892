import { describe, expect, it } from 'vitest'
import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderAdminScreen } from '../../testing/render.tsx'
import { aGateway, refuse, TestApi } from '../../testing/test-api.ts'
import type { ApiKey } from './ApiKeyTable.tsx'
import { IdentityPage } from './IdentityPage.tsx'

const aKey = (more: Partial<ApiKey> = {}): ApiKey => ({
  id: 'key',
  name: 'Deploys',
  prefix: 'ck_01234',
  scopes: ['READ_ACCOUNT'],
  gateways: null,
  allowedNetworks: null,
  createdBy: null,
  createdAt: '2026-11-21T09:00:00.000Z',
  lastUsedAt: null,
  expiresAt: null,
  ...more,
})

const aLimit = (name: string, deletedAt: string | null = null) => ({
  id: name,
  subdomain: `${name}.example`,
  deletedAt,
})

function start(keys: ApiKey[] = []) {
  const api = new TestApi()
  api.gateways = [aGateway({ name: 'demo' }), aGateway({ name: 'shop' })]
  api.account['apiKeys'] = keys.map((key) => ({ ...key, revokedAt: null }))
  api.account['auditLog'] = { nodes: [], totalCount: 0, page: 1, pageSize: 10, pageCount: 1 }
  const sent: Record<string, unknown>[] = []
  api.mutations['createApiKey'] = (input) => {
    sent.push(input)
    return { apiKey: { ...aKey({ id: 'new' }), ...input, gateways: null }, secret: `ck_${'0'.repeat(64)}` }
  }
  const user = userEvent.setup()
  const open = async () => {
    renderAdminScreen(<IdentityPage />, api)
    await user.click(await screen.findByRole('button', { name: 'Create API key' }))
    await screen.findByLabelText('Name')
  }
  const submit = () => user.click(screen.getByRole('button', { name: 'Create API key' }))
  return { api, sent, user, open, submit }
}

describe('a new API key', () => {
  it('reads the account for 90 days from any network by default', async () => {
    const { sent, user, open, submit } = start()
    await open()
    await user.type(screen.getByLabelText('Name'), 'Deploys')
    const write = within(screen.getByRole('group', { name: 'Write' }))
    for (const box of write.getAllByRole('checkbox')) expect(box).not.toBeChecked()
    const before = Date.now()
    await submit()
    expect(await screen.findByRole('group', { name: 'API key' })).toBeVisible()
    expect(sent).toEqual([
      { accountId: 'account', name: 'Deploys', scopes: ['READ_ACCOUNT'], expiresAt: expect.any(String) },
    ])
    const days = (Date.parse(String(sent[0]?.['expiresAt'])) - before) / (24 * 60 * 60 * 1000)
    expect(days).toBeCloseTo(90, 2)
  })

  it('has the scopes chosen in both groups, and one allowed network for each line', async () => {
    const { sent, user, open, submit } = start()
    await open()
    await user.type(screen.getByLabelText('Name'), 'Deploys')
    await user.click(within(screen.getByRole('group', { name: 'Read' })).getByLabelText('Read account'))
    await user.click(within(screen.getByRole('group', { name: 'Write' })).getByLabelText('Manage gateways'))
    await user.click(screen.getByLabelText('Manage members'))
    await user.type(screen.getByLabelText('Allowed networks (optional)'), '203.0.113.0/24\n\n 192.0.2.1 {enter}')
    await user.selectOptions(screen.getByLabelText('Expires'), 'Never')
    await submit()
    await screen.findByRole('group', { name: 'API key' })
    expect(sent).toEqual([
      {
        accountId: 'account',
        name: 'Deploys',
        scopes: ['MANAGE_GATEWAYS', 'MANAGE_MEMBERS'],
        allowedNetworks: ['203.0.113.0/24', '192.0.2.1'],
      },
    ])
  })

  it('requires a gateway and offers only fitting scopes if it is limited to gateways', async () => {
    const { sent, user, open, submit } = start()
    await open()
    await user.type(screen.getByLabelText('Name'), 'Previews')
    await user.selectOptions(screen.getByLabelText('Gateways'), 'Only certain gateways')
    for (const unfit of ['Read account', 'Manage domains', 'Manage members']) {
      expect(screen.getByLabelText(unfit)).toBeDisabled()
      expect(screen.getByLabelText(unfit)).not.toBeChecked()
    }
    await submit()
    expect(await screen.findByText('Choose at least one scope')).toBeVisible()
    expect(screen.getByText('Choose at least one gateway')).toBeVisible()
    await user.click(screen.getByLabelText('Stop agents'))
    await user.click(screen.getByLabelText('shop-ada-l.culvert.localhost'))
    await submit()
    await screen.findByRole('group', { name: 'API key' })
    expect(sent).toMatchObject([{ scopes: ['MANAGE_AGENTS'], gatewayIds: ['gateway-shop'] }])
  })

  it('expires at the end of the chosen day, which is today at the earliest', async () => {
    const { sent, user, open, submit } = start()
    await open()
    await user.type(screen.getByLabelText('Name'), 'Deploys')
    await user.selectOptions(screen.getByLabelText('Expires'), 'On a date…')
    await submit()
    expect(await screen.findByText('Choose the last day on which the key works')).toBeVisible()
    fireEvent.change(screen.getByLabelText('Last day'), { target: { value: '2020-02-29' } })
    await submit()
    expect(await screen.findByText('Choose today or a later day')).toBeVisible()
    fireEvent.change(screen.getByLabelText('Last day'), { target: { value: '2099-12-31' } })
    await submit()
    await screen.findByRole('group', { name: 'API key' })
    expect(sent).toMatchObject([{ expiresAt: new Date(2100, 0, 1).toISOString() }])
  })

  it('is not created if a network is invalid, and the form says which line is wrong and why', async () => {
    const { sent, user, open, submit } = start()
    await open()
    await user.type(screen.getByLabelText('Name'), 'Deploys')
    const networks = screen.getByLabelText('Allowed networks (optional)')
    await user.type(networks, '192.0.2.1\n2001:db8::/32\n10.0.0.0/33')
    await submit()
    expect(await screen.findByText('10.0.0.0/33: The mask of an IPv4 range is from 0 to 32, not 33.')).toBeVisible()
    expect(networks).toHaveFocus()
    expect(sent).toEqual([])
  })

  it.each([
    ['scopes', 'A key that is limited to gateways cannot have READ_ACCOUNT.', 'Scopes'],
    ['gatewayIds', 'The account has no gateway with the id "gateway-demo".', 'Only these gateways'],
    ['allowedNetworks', 'An API key is accepted from at most 20 networks.', 'Allowed networks (optional)'],
    ['expiresAt', 'expiresAt must be in the future.', 'Expires'],
  ])('shows a server error about %s at its field', async (field, message, label) => {
    const { api, user, open, submit } = start()
    api.mutations['createApiKey'] = () => refuse('BAD_USER_INPUT', message, field)
    await open()
    await user.type(screen.getByLabelText('Name'), 'Deploys')
    await user.selectOptions(screen.getByLabelText('Gateways'), 'Only certain gateways')
    await user.click(screen.getByLabelText('Stop agents'))
    await user.click(screen.getByLabelText('demo-ada-l.culvert.localhost'))
    await submit()
    expect(await screen.findByText(message)).toBeVisible()
    const about = screen.getAllByLabelText(label, { exact: true })[0]
    expect(about).toHaveAccessibleDescription(expect.stringContaining(message))
  })
})

describe('the table of API keys', () => {
  it.each<[Partial<ApiKey>, string]>([
    [{ scopes: ['READ_ACCOUNT', 'READ_USAGE'] }, 'Read account, usage'],
    [
      { scopes: ['READ_USAGE', 'MANAGE_GATEWAYS', 'MANAGE_AGENTS', 'MANAGE_MEMBERS', 'REPLAY_REQUESTS'] },
      'Read usage; manage gateways, members; stop agents; replay requests',
    ],
    [{ scopes: ['READ_USAGE'], gateways: [aLimit('a'), aLimit('b')] }, 'On a.example and b.example'],
    [
      {
        scopes: ['READ_USAGE'],
        gateways: [aLimit('a'), aLimit('b'), aLimit('c'), aLimit('d')],
        allowedNetworks: ['192.0.2.1/32'],
      },
      'On a.example, b.example and 2 more, from 192.0.2.1',
    ],
    [{ gateways: [aLimit('a', '2026-11-22T09:00:00.000Z')] }, 'On a.example (deleted)'],
    [
      { allowedNetworks: ['2001:db8:0:0:0:0:0:1/128', '203.0.113.0/24'] },
      'From 2001:db8:0:0:0:0:0:1 and 203.0.113.0/24',
    ],
  ])('describes %j as: %s', async (change, text) => {
    const { api } = start([aKey(change)])
    renderAdminScreen(<IdentityPage />, api)
    const table = await screen.findByRole('table', { name: 'API keys' })
    expect(within(table).getByText(text)).toBeVisible()
  })
})

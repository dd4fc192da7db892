import { describe, expect, it } from 'vitest'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderAdminScreen } from '../../testing/render.tsx'
import { refuse, TestApi } from '../../testing/test-api.ts'
import { NoticesPage } from '../notices/NoticesPage.tsx'
import type { Delivery, Webhook } from './webhook.ts'

const aDelivery = (more: Partial<Delivery> = {}): Delivery => ({
  id: 'delivery',
  type: 'agent.lost',
  title: 'The agent of demo was lost',
  state: 'FAILED',
  createdAt: '2026-11-21T09:00:00Z',
  attempts: 7,
  attemptedAt: '2026-11-22T02:36:00Z',
  nextAttemptAt: null,
  status: 500,
  fault: 'It answered 500, which is not a success.',
  durationMs: 120,
  answer: 'It broke.',
  body: '{"type":"agent.lost"}',
  ...more,
})

const aWebhook = (more: Partial<Webhook> = {}): Webhook => ({
  id: 'webhook',
  url: 'https://hooks.example.com/services/T0/B0',
  format: 'SLACK',
  kinds: ['AGENT_LOST'],
  events: [],
  isOn: true,
  offBecause: null,
  failingSince: null,
  previousSecretUntil: null,
  lastDelivery: null,
  ...more,
})

function start(webhooks: Webhook[], deliveries: Delivery[] = []) {
  const api = new TestApi()
  api.viewer['notices'] = { nodes: [], totalCount: 0, page: 1, pageSize: 25, pageCount: 1 }
  const page = { nodes: deliveries, totalCount: deliveries.length, page: 1, pageSize: 10, pageCount: 1 }
  const all = webhooks.map((webhook) => ({ ...webhook, createdAt: '2026-11-21T09:00:00Z', deliveries: page }))
  api.account['webhooks'] = all
  api.account['webhook'] = ({ id }: { id: string }) => all.find((each) => each.id === id) ?? null
  api.account['webhookEvents'] = [
    { event: 'AGENT_STARTED', label: 'An agent started' },
    { event: 'GATEWAY_CREATED', label: 'A gateway was created' },
  ]
  api.account['webhookKinds'] = [
    { kind: 'AGENT_LOST', label: 'An agent was lost' },
    { kind: 'LIMIT_REACHED', label: 'A limit is used up' },
  ]
  const sent: Record<string, unknown>[] = []
  const answer = (name: string, make: (input: Record<string, unknown>) => object) => {
    api.mutations[name] = (input) => {
      sent.push(input)
      return make(input)
    }
  }
  return { api, sent, answer, user: userEvent.setup(), show: () => renderAdminScreen(<NoticesPage />, api) }
}

describe('webhooks', () => {
  it('to one host are numbered from the oldest on, so that no two are named alike', async () => {
    const url = 'https://hooks.example.com/services'
    const { show, user } = start([
      aWebhook({ id: 'newer', url: `${url}/2` }),
      aWebhook({ id: 'older', url: `${url}/1` }),
    ])
    show()
    await user.click(await screen.findByRole('button', { name: 'Delete the webhook to hooks.example.com (1)' }))
    expect(await screen.findByRole('dialog')).toHaveTextContent('Nothing is sent to hooks.example.com (1) any more')
    const [newer, older] = screen.getByRole('list', { name: 'Webhooks', hidden: true }).children
    expect(newer).toHaveTextContent(/^hooks\.example\.com \(2\)/)
    expect(older).toHaveTextContent(/^hooks\.example\.com \(1\).*services\/1/)
  })

  it('are created with the chosen kinds and events; the secret is shown once', async () => {
    const { answer, sent, show, user } = start([])
    answer('createWebhook', ({ url }) => ({ webhook: aWebhook({ url: String(url) }), secret: 'whsec_of-its-own' }))
    show()
    await user.click(await screen.findByRole('button', { name: 'Create webhook' }))
    await user.type(screen.getByLabelText('URL'), 'https://example.com/hook')
    await user.click(screen.getByRole('checkbox', { name: 'A limit is used up' }))
    await user.click(screen.getByRole('checkbox', { name: 'A gateway was created' }))
    await user.click(screen.getByRole('button', { name: 'Create webhook' }))
    const secret = await screen.findByRole('group', { name: 'Webhook secret' })
    await user.click(within(secret).getByRole('button', { name: 'Show Webhook secret' }))
    expect(secret).toHaveTextContent('whsec_of-its-own')
    expect(sent).toEqual([
      {
        accountId: 'account',
        url: 'https://example.com/hook',
        format: 'STANDARD',
        kinds: ['AGENT_LOST'],
        events: ['GATEWAY_CREATED'],
      },
    ])
    expect(screen.getByRole('heading', { name: 'example.com' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Done' }))
    expect(document.body).not.toHaveTextContent('whsec_')
  })

  it('show at the field why a URL is refused', async () => {
    const { api, show, user } = start([])
    api.mutations['createWebhook'] = () => refuse('BAD_USER_INPUT', 'The URL must start with https://', 'url')
    show()
    await user.click(await screen.findByRole('button', { name: 'Create webhook' }))
    await user.type(screen.getByLabelText('URL'), 'http://example.com')
    await user.click(screen.getByRole('button', { name: 'Create webhook' }))
    expect(await screen.findByText('The URL must start with https://')).toBeVisible()
    expect(screen.getByLabelText('URL')).toHaveFocus()
  })

  it('show whether they work, why they were switched off, and how the last delivery ended', async () => {
    const { show } = start([
      aWebhook({
        events: ['AGENT_STARTED', 'GATEWAY_CREATED'],
        lastDelivery: aDelivery({ id: 'good', state: 'DELIVERED', fault: null }),
      }),
      aWebhook({ id: 'failing', failingSince: '2026-11-21T09:00:00Z', lastDelivery: aDelivery() }),
      aWebhook({ id: 'gone', isOn: false, offBecause: 'Its receiver answered 410 Gone.' }),
    ])
    show()
    const [good, failing, gone] = within(await screen.findByRole('list', { name: 'Webhooks' })).getAllByRole('listitem')
    expect(good).toHaveTextContent(/On.*An agent was lost · All events.*Delivered/)
    expect(failing).toHaveTextContent(/Failing.*Nothing has come through since.*It answered 500/)
    expect(gone).toHaveTextContent(/Switched off.*Its receiver answered 410 Gone\./)
    expect(within(gone!).getByRole('button', { name: /^Send test/ })).toBeDisabled()
  })

  it('can be tested, edited, switched off, given a new secret and deleted', async () => {
    const { answer, sent, show, user } = start([aWebhook()])
    answer('testWebhook', () => ({ delivery: aDelivery({ state: 'PENDING', attempts: 0 }) }))
    answer('updateWebhook', (input) => ({ webhook: aWebhook(input) }))
    answer('rotateWebhookSecret', () => ({ webhook: aWebhook(), secret: 'whsec_another' }))
    answer('deleteWebhook', ({ id }) => ({ id }))
    show()
    await user.click(await screen.findByRole('button', { name: 'Send test to hooks.example.com' }))
    await user.click(screen.getByRole('button', { name: 'Edit the webhook to hooks.example.com' }))
    await user.selectOptions(screen.getByLabelText('Format'), 'STANDARD')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await user.click(await screen.findByRole('switch', { name: 'Webhook to hooks.example.com' }))
    await user.click(screen.getByRole('button', { name: 'New secret for hooks.example.com' }))
    await user.click(await screen.findByRole('button', { name: 'Create a new secret' }))
    expect(await screen.findByRole('group', { name: 'Webhook secret' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Delete the webhook to hooks.example.com' }))
    await user.click(await screen.findByRole('button', { name: 'Delete webhook' }))
    expect(await screen.findByText('No webhooks')).toBeVisible()
    expect(sent).toEqual([
      { id: 'webhook' },
      { id: 'webhook', format: 'STANDARD' },
      { id: 'webhook', isOn: false },
      { id: 'webhook' },
      { id: 'webhook' },
    ])
  })

  it('list their deliveries with what was sent and answered, and send one again', async () => {
    const { answer, sent, show, user } = start([aWebhook()], [aDelivery()])
    answer('redeliverWebhook', () => ({
      delivery: aDelivery({ state: 'PENDING', nextAttemptAt: '2026-11-22T03:00:00Z' }),
    }))
    show()
    await user.click(await screen.findByRole('button', { name: 'Deliveries to hooks.example.com' }))
    const dialog = await screen.findByRole('dialog', { name: 'Deliveries to hooks.example.com' })
    expect(await within(dialog).findByText('It answered 500, which is not a success.')).toBeVisible()
    expect(within(dialog).getByLabelText('What was sent')).toHaveTextContent('{ "type": "agent.lost" }')
    expect(within(dialog).getByLabelText('What was answered')).toHaveTextContent('It broke.')
    await user.click(within(dialog).getByRole('button', { name: /^Send again/ }))
    expect(await within(dialog).findByText('Waiting')).toBeVisible()
    expect(sent).toEqual([{ id: 'delivery' }])
  })

  it('are hidden from members who cannot manage them', async () => {
    const { api, show } = start([aWebhook()])
    api.account['viewerCanManageWebhooks'] = false
    show()
    expect(await screen.findByText('No notices')).toBeVisible()
    expect(screen.queryByText('Webhooks')).toBeNull()
    expect(api.operations).not.toContain('WebhookPanel_Query')
  })
})

import { accountObjects } from '@culvert/schema/audit-objects'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { catchDownloads } from '../../testing/catch-downloads.ts'
import { renderAdminScreen } from '../../testing/render.tsx'
import { refuse, TestApi } from '../../testing/test-api.ts'
import type { AuditEntry } from './audit-entry.ts'
import { AuditLogPage } from './AuditLogPage.tsx'

const anEntry = (number: number): AuditEntry => ({
  id: `entry-${number}`,
  action: 'gateway.created',
  actor: { id: 'ada', fullName: 'Ada Lovelace', email: 'ada@example.com' },
  actorKind: 'SESSION',
  apiKeyName: null,
  objectType: 'gateway',
  objectName: number === 1 ? '@demo' : `demo-${number}`,
  ipAddress: '203.0.113.7',
  userAgent: 'Firefox',
  changes: [{ field: 'name', from: 'null', to: '"demo"' }],
  createdAt: '2026-11-21T09:30:00.000Z',
})

it('the audit log names the API key that made a change', async () => {
  const api = new TestApi()
  const byKey: AuditEntry = { ...anEntry(1), actor: null, actorKind: 'API_KEY', apiKeyName: 'Deploys' }
  api.account['auditLog'] = { nodes: [byKey], page: 1, pageCount: 1 }
  renderAdminScreen(<AuditLogPage />, api)
  expect((await screen.findByText('Deploys')).closest('td')).toHaveTextContent('An API keyDeploys')
})

const refuseLog = () => refuse('FORBIDDEN', 'Your role is viewer.')

it('the audit log can be narrowed to each kind of object that an account has', async () => {
  const api = new TestApi()
  api.account['auditLog'] = { nodes: [anEntry(2)], page: 1, pageCount: 1 }
  renderAdminScreen(<AuditLogPage />, api)
  const options = within(await screen.findByLabelText('Show entries about')).getAllByRole('option')
  const about = options.map(({ textContent }) => textContent)
  expect(about).toEqual(expect.arrayContaining(['About trust', 'About agent token', 'About machine token']))
  expect(about).toHaveLength(1 + accountObjects.length)
})

it('the audit log disappears, with the reason, once the role of the viewer no longer allows it', async () => {
  const api = new TestApi()
  api.account['auditLog'] = { nodes: [anEntry(2)], page: 1, pageCount: 1 }
  renderAdminScreen(<AuditLogPage />, api)
  await screen.findByText('demo-2, name: demo')
  api.account['auditLog'] = refuseLog
  await act(async () => api.emit('accountChanged', { id: 'account', auditLog: refuseLog }))
  await screen.findByText('Your role is viewer.')
  expect(screen.queryByText('demo-2, name: demo')).toBeNull()
})

it('the CSV of the audit log has the entries of all pages, with each action in words and by its code', async () => {
  const files = catchDownloads()
  const api = new TestApi()
  const entries = Array.from({ length: 229 }, (_, index) => anEntry(index + 1))
  entries.push({ ...anEntry(230), actor: null, actorKind: 'OPERATOR' })
  api.account['auditLog'] = { nodes: entries.slice(0, 25), page: 1, pageCount: 10 }
  // Without an instant of this machine, whose clock may be slow: the newest entries would be missing.
  api.account['auditLogConnection'] = ({ first, after, to }: { first: number; after?: string; to?: string }) => {
    expect(to).toBeUndefined()
    const start = Number(after ?? 0)
    const end = start + first
    return {
      nodes: entries.slice(start, end),
      pageInfo: { hasNextPage: end < entries.length, endCursor: String(end) },
    }
  }
  renderAdminScreen(<AuditLogPage />, api)
  await screen.findByText('demo-2, name: demo')
  await userEvent.click(screen.getByRole('button', { name: 'Download CSV' }))
  await waitFor(() => expect(files).toHaveLength(1))
  expect(files[0]?.name).toMatch(/^audit-log-/)
  const lines = (await files[0]?.text)?.split('\r\n') ?? []
  expect(lines[1]).toBe(
    "2026-11-21T09:30:00.000Z,Gateway created,'@demo,name: demo,Ada Lovelace,ada@example.com,SESSION,203.0.113.7,Firefox,gateway.created,entry-1",
  )
  expect(lines.at(-2)).toContain(',The operator,,OPERATOR,')
  expect(lines).toHaveLength(1 + 230 + 1)
})

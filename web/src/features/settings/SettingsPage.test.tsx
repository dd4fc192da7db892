import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderAdminScreen } from '../../testing/render.tsx'
import { TestApi } from '../../testing/test-api.ts'
import { SettingsPage } from './SettingsPage.tsx'

it('the settings tell members who may change them, and the owner of a suspended account that nobody may', async () => {
  const api = new TestApi()
  Object.assign(api.plan, { priceMonthlyCents: 0, maxDomains: 0, maxTeamMembers: 3, allowsNamespaceChange: true })
  Object.assign(api.account, {
    createdAt: '2026-11-21T09:30:00.000Z',
    members: [],
    namespaceChangesCount: 0,
    requiresSecondFactor: false,
    viewerCanUpdate: false,
    viewerCanChangeNamespace: false,
    viewerCanDelete: false,
  })
  const { unmount } = renderAdminScreen(<SettingsPage />, api)
  expect(await screen.findByText("Only the account's owner can change these settings.")).toBeVisible()
  unmount()
  api.account['suspension'] = { reason: 'Phishing.', since: '2026-11-25T10:00:00Z' }
  renderAdminScreen(<SettingsPage />, api)
  expect(await screen.findByText('Nothing can be changed while the account is suspended.')).toBeVisible()
  expect(screen.queryByText("Only the account's owner can change these settings.")).toBeNull()
})

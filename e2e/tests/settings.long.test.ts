import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../src/browser.ts'
import { createCleanup } from '../src/cleanup.ts'
import { type Site, planSite, startStandalone } from '../src/culvert.ts'
import { openAs } from '../src/dashboard.ts'
import { operate } from '../src/operator.ts'
import { type Person, signUp } from '../src/people.ts'
import { CreateApiKeyDocument } from '../src/screenshots/world.generated.ts'
import { visit } from '../src/visit.ts'

const cleanup = createCleanup()
const browser = openBrowser(cleanup)
let site: Site
let ada: Person

beforeAll(async () => {
  site = await planSite(cleanup)
  await startStandalone(cleanup, site)
  ada = await signUp(site, 'Ada')
})

describe('API keys and logs', () => {
  it('a key with scopes is shown once, works, is logged and is revoked; an expired key is marked', () =>
    browser(async (page) => {
      await page.clock.install()
      await openAs(page, site, ada, '/admin/identity')
      await page.getByRole('heading', { name: 'No API keys' }).waitFor()
      await page.getByText('Nothing has been used or changed yet.').waitFor()
      await page.getByRole('button', { name: 'Create API key' }).click()
      await page.getByLabel('Read account').uncheck()
      await page.getByRole('button', { name: 'Create API key' }).click()
      await page.getByText('Name is required').waitFor()
      await page.getByText('Choose at least one scope').waitFor()
      await page.getByLabel('Name', { exact: true }).fill('Status page')
      await page.getByLabel('Read usage').check()
      await page.getByLabel('Expires').selectOption('Never')
      await page.getByRole('button', { name: 'Create API key' }).click()
      await page.getByText('Copy it now. It is shown only once: ').waitFor()
      await page.getByRole('button', { name: 'Copy API key' }).click()
      const secret = String(await page.evaluate('navigator.clipboard.readText()'))
      expect(secret).toMatch(/^ck_[0-9a-f]{64}$/)
      const logs = page.getByRole('table', { name: 'Usage logs' })
      await logs.getByText('API key created').waitFor()

      const answer = await fetch(`${site.apiUrl}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
        body: JSON.stringify({ query: `{ account(id: "${ada.accountId}") { usage { apiRequests } } }` }),
      })
      expect(await answer.json()).toEqual({ data: { account: { usage: { apiRequests: 0 } } } })

      await page.reload()
      const row = page.getByRole('table', { name: 'API keys' }).getByRole('row').filter({ hasText: 'Status page' })
      await row.getByText(secret.slice(0, 8)).waitFor()
      await row.getByText('Read usage').waitFor()
      expect(await row.getByText('Never').count()).toBe(1)
      expect(await page.getByText('shown only once').count()).toBe(0)

      await page.getByRole('button', { name: 'Revoke Status page' }).click()
      await page.getByRole('dialog', { name: 'Revoke API key' }).getByRole('button', { name: 'Revoke key' }).click()
      await page.getByRole('heading', { name: 'No API keys' }).waitFor()
      await logs.getByText('API key revoked').waitFor()

      const expiresAt = new Date(Date.now() + 30_000).toISOString()
      const input = { accountId: ada.accountId, name: 'Short one', scopes: ['READ_ACCOUNT' as const], expiresAt }
      await ada.control.request(CreateApiKeyDocument, { input })
      await page.reload()
      const short = page.getByRole('table', { name: 'API keys' }).getByRole('row').filter({ hasText: 'Short one' })
      await short.waitFor()
      expect(await short.getByText('Expired').count()).toBe(0)
      await page.clock.fastForward(60_000)
      await short.getByText('Expired', { exact: true }).waitFor()

      await page.getByRole('link', { name: 'Audit Log' }).click()
      const audit = page.getByRole('table', { name: 'Audit log' })
      await audit.getByText('API key revoked').waitFor()
      await ada.createGateway('demo')
      await audit.getByText('Gateway created').waitFor({ timeout: 10_000 })
      await page.getByLabel('Show entries about').selectOption('About gateway')
      await audit.getByText('API key revoked').waitFor({ state: 'detached' })
      expect(page.url()).toBe(`${site.apiUrl}/admin/audit-log?about=gateway`)
      await page.reload()
      await audit.getByText(/^demo-ada/).waitFor()
      expect(await audit.getByText('API key revoked').count()).toBe(0)
      await page.getByLabel('Show entries about').selectOption('About domain')
      await page.getByRole('heading', { name: 'No entries' }).waitFor()
      await page.getByText('Nothing of this kind has happened in this account yet.').waitFor()
      expect(await audit.count()).toBe(0)
    }))

  it('a key limited to a gateway can change no other, and the audit log names the key; outside its network it is refused', () =>
    browser(async (page) => {
      const { id: own } = await ada.createGateway('limited')
      const { id: other } = await ada.createGateway('apart')
      await openAs(page, site, ada, '/admin/identity')
      await page.getByRole('button', { name: 'Create API key' }).click()
      await page.getByLabel('Name', { exact: true }).fill('Deploys')
      await page.getByLabel('Gateways', { exact: true }).selectOption('Only certain gateways')
      await page.getByLabel(/^limited-ada/).check()
      await page.getByLabel('Manage gateways').check()
      await page.getByLabel('Allowed networks (optional)').fill('127.0.0.0/29')
      await page.getByRole('button', { name: 'Create API key' }).click()
      await page.getByRole('button', { name: 'Copy API key' }).click()
      const secret = String(await page.evaluate('navigator.clipboard.readText()'))
      const row = page.getByRole('table', { name: 'API keys' }).getByRole('row').filter({ hasText: 'Deploys' })
      await row.getByText(/^On limited-ada.*, from 127\.0\.0\.0\/29$/).waitFor()

      const describeGateway = async (id: string, from = '127.0.0.1') => {
        const { text } = await visit(`${site.apiUrl}/graphql`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
          body: JSON.stringify({
            query: `mutation { updateGateway(input: { id: "${id}", description: "Preview" }) { gateway { description } } }`,
          }),
          curl: ['--ipv4', '--interface', from],
        })
        return JSON.parse(text) as unknown
      }
      expect(await describeGateway(own)).toEqual({ data: { updateGateway: { gateway: { description: 'Preview' } } } })
      expect(await describeGateway(other)).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] })
      expect(await describeGateway(own, '127.0.0.9')).toMatchObject({
        errors: [{ message: expect.stringContaining('from 127.0.0.9:'), extensions: { code: 'FORBIDDEN' } }],
      })
      await page.getByRole('link', { name: 'Audit Log' }).click()
      const change = page.getByRole('row').filter({ hasText: 'Gateway updated' })
      await change.getByText('Deploys').waitFor()
      expect(await change.count()).toBe(1)
    }))
})

describe('the profile', () => {
  it('shows and ends sessions, and changes the password', () =>
    browser(async (page) => {
      await openAs(page, site, ada, '/admin/getting-started')
      await page.getByRole('button', { name: 'Account menu of Ada Tester' }).click()
      await page.getByRole('menuitem', { name: 'Your Profile' }).click()
      const sessions = page.getByRole('table', { name: 'Sessions' })
      await sessions.getByText('This device').waitFor()
      await browser(async (other) => {
        await openAs(other, site, ada, '/admin/agents')
        await page.reload()
        await page.getByRole('status').getByText('Live', { exact: true }).waitFor()
        await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click()
        await page.getByText('You are signed in on this device only.').waitFor()
        await other.waitForURL(`${site.apiUrl}/signin`)
      })
      await sessions
        .getByRole('button', { name: /^Sign out/ })
        .first()
        .waitFor({ state: 'detached' })
      expect(await sessions.getByRole('row').count()).toBe(2)

      await page.getByLabel('Current password', { exact: true }).fill('wrong')
      await page.getByLabel('New password', { exact: true }).fill('a new password')
      await page.getByLabel('Confirm new password', { exact: true }).fill('a newer password')
      await page.getByRole('button', { name: 'Change password' }).click()
      await page.getByText('Passwords do not match').waitFor()
      await page.getByLabel('Confirm new password', { exact: true }).fill('a new password')
      await page.getByRole('button', { name: 'Change password' }).click()
      await page.getByText('The current password is not right.').waitFor()
      await page.getByLabel('Current password', { exact: true }).fill(ada.password)
      await page.getByRole('button', { name: 'Change password' }).click()
      await page.getByText('Your password was changed.').waitFor()
      await page.getByRole('table', { name: 'Sign-in activity' }).getByText('User password changed').waitFor()
      ada.password = 'a new password'
    }))
})

describe('account settings', () => {
  it('allow changing the name, but not the namespace, on the free plan', () =>
    browser(async (page) => {
      await openAs(page, site, ada, '/admin/settings')
      await page.getByText('Free forever').waitFor()
      await page.getByText('Namespace changes are not available on your current plan.').waitFor()
      expect(await page.getByLabel('Namespace').isDisabled()).toBe(true)
      expect(await page.getByRole('button', { name: 'Save Changes' }).isDisabled()).toBe(true)
      await page.getByText(ada.accountId).waitFor()

      await page.getByLabel('Account Name').fill('')
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await page.getByText('Account name is required').waitFor()
      await page.getByLabel('Account Name').fill('Analytical Engines')
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await page.getByText('Settings updated successfully').waitFor()
      await page.getByRole('button', { name: 'Save Changes', disabled: true }).waitFor()
    }))

  it('allow changing the namespace on a plan that includes it', () =>
    browser(async (page) => {
      await openAs(page, site, ada, '/admin/settings')
      await page.getByText('Free forever').waitFor()
      await operate(site, 'accounts', 'set-plan', ada.namespace, 'Pro')
      await page.reload()
      await page.getByText('$12 / month').waitFor()
      await page.getByLabel('Namespace').fill('Engines!')
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await page.getByText('Only lowercase letters, numbers, underscores, and hyphens are allowed').waitFor()
      await page.getByLabel('Namespace').fill('engines')
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await page.getByText('Settings updated successfully').waitFor()
      await page.getByText('Changed 1 time so far.').waitFor()
    }))

  it('export the account, report a failed export, and delete the account once its namespace is entered', () =>
    browser(async (page) => {
      await openAs(page, site, ada, '/admin/settings')
      const exportButton = page.getByRole('button', { name: 'Export data' })
      await page.route('**/graphql', (route) =>
        /ExportAccount/.test(route.request().postData() ?? '') ? route.abort() : route.continue(),
      )
      await exportButton.click()
      const told = page.getByRole('alert').filter({ hasText: 'The server cannot be reached.' })
      await told.waitFor()
      await page.unroute('**/graphql')
      await page.route('**/graphql', async (route) => {
        if (!/ExportAccount/.test(route.request().postData() ?? '')) return await route.fallback()
        const answer = await route.fetch()
        return await route.fulfill({
          response: answer,
          body: (await answer.text()).replace('"/export/', '"/export/no'),
        })
      })
      const [failed] = await Promise.all([page.waitForEvent('download'), exportButton.click()])
      expect(await failed.failure()).not.toBeNull()
      await page.unroute('**/graphql')
      await told.waitFor({ state: 'detached' })

      const [download] = await Promise.all([page.waitForEvent('download'), exportButton.click()])
      expect(download.suggestedFilename()).toMatch(/engines.*\.json$/)
      expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({
        account: { namespace: 'engines' },
      })

      await page.getByRole('button', { name: 'Delete account' }).click()
      const dialog = page.getByRole('dialog', { name: 'Delete Analytical Engines' })
      await dialog.getByText('3 gateways and 0 domains are deleted.').waitFor()
      await dialog.getByRole('button', { name: 'Delete account' }).click()
      await dialog.getByText('To delete the account for good, enter its namespace: engines').waitFor()
      await dialog.getByLabel('To confirm, enter the namespace engines').fill('engines')
      await dialog.getByRole('button', { name: 'Delete account' }).click()
      await page.getByRole('heading', { name: 'No Active Account' }).waitFor()
    }))
})

import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../src/browser.ts'
import { startApp } from '../src/apps.ts'
import { createCleanup } from '../src/cleanup.ts'
import { type Site, planSite, startStandalone } from '../src/culvert.ts'
import { openAs } from '../src/dashboard.ts'
import { type Person, signUp } from '../src/people.ts'

const cleanup = createCleanup()
const browser = openBrowser(cleanup)
let site: Site
let ada: Person

beforeAll(async () => {
  site = await planSite(cleanup)
  site.env['WEBHOOK_ALLOWED_NETWORKS'] = '127.0.0.1/32'
  await startStandalone(cleanup, site)
  ada = await signUp(site, 'Ada')
})

/** Signs in from another address of this machine. */
async function signInFrom(localAddress: string): Promise<void> {
  const { port } = new URL(site.apiUrl)
  const headers = { 'content-type': 'application/json' }
  const sent = request({ host: '127.0.0.1', port, path: '/graphql', method: 'POST', headers, localAddress })
  const query = 'mutation ($input: SignInInput!) { signIn(input: $input) { session { expiresIn } } }'
  sent.end(JSON.stringify({ query, variables: { input: { email: ada.email, password: ada.password } } }))
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  expect(answer.statusCode).toBe(200)
  answer.resume()
}

describe('notices', () => {
  it('are counted by the bell as they arrive, link to their subject, and stay on the list', () =>
    browser(async (page) => {
      await openAs(page, site, ada, '/admin/agents')
      await page.getByRole('button', { name: 'Notices', exact: true }).waitFor()
      await signInFrom('127.0.0.2')
      await page.getByRole('button', { name: 'Notices, 1 unread' }).click()
      const dialog = page.getByRole('dialog', { name: 'Notices' })
      await dialog.getByRole('link', { name: 'All notices' }).waitFor()
      await dialog.getByRole('link', { name: 'Unread: New sign-in from 127.0.0.2' }).click()
      await page.waitForURL(/\/admin\/profile\?session=/)
      const ending = page.getByRole('dialog', { name: 'Sign out a device' })
      await ending.getByText('at 127.0.0.2 is signed out at once').waitFor()
      await ending.getByRole('button', { name: 'Cancel' }).click()
      await ending.waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: 'Notices', exact: true }).click()
      await page.getByRole('link', { name: 'All notices' }).click()
      await page.waitForURL('**/admin/notices')
      await page.getByRole('link', { name: 'New sign-in from 127.0.0.2', exact: true }).waitFor()
    }))

  it('are sent by webhooks, which are created, tested, retried after a failure, switched off and deleted', () =>
    browser(async (page) => {
      let status = 500
      const received: IncomingMessage[] = []
      const { port } = await startApp(cleanup, (got, response) => {
        received.push(got)
        response.writeHead(status).end('answered by the receiver')
      })
      const host = `127.0.0.1:${port}`
      await openAs(page, site, ada, '/admin/notices')
      await page.getByText('No webhooks').waitFor()
      await page.getByRole('button', { name: 'Create webhook' }).click()
      await page.getByLabel('URL').fill('https://10.0.0.1/')
      await page.getByRole('button', { name: 'Create webhook' }).click()
      await page.getByText('not on the public Internet').waitFor()
      await page.getByLabel('URL').fill(`http://${host}/hook`)
      await page.getByRole('button', { name: 'Create webhook' }).click()
      await page.getByRole('button', { name: 'Show Webhook secret' }).click()
      await page.getByText(/^whsec_/).waitFor()
      await page.getByRole('button', { name: `Send test to ${host}` }).click()
      await page.getByText('It answered 500, which is not a success.').waitFor()
      status = 204
      await page.getByRole('button', { name: `Deliveries to ${host}` }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: /^Send again/ }).click()
      await dialog.getByText('Delivered').waitFor()
      await dialog.getByText('Details').click()
      await dialog.getByLabel('What was sent').getByText('webhook.test').waitFor()
      expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
      expect(received).toHaveLength(2)
      await dialog.getByRole('button', { name: 'Close' }).click()
      await page.getByRole('switch', { name: `Webhook to ${host}` }).press(' ')
      await page.getByText('Off', { exact: true }).waitFor()
      await page.getByRole('button', { name: `Delete the webhook to ${host}` }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete webhook' }).click()
      await page.getByText('No webhooks').waitFor()
    }))
})

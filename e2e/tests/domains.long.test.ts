import { beforeAll, describe, expect, it } from 'vitest'
import { type DnsServer, startDnsServer } from '@culvert/api/dns-server'
import { startAgent } from '../src/agent.ts'
import { type App, startApp } from '../src/apps.ts'
import { openBrowser } from '../src/browser.ts'
import { createCleanup } from '../src/cleanup.ts'
import { AddIpRestrictionDocument } from '../src/control/control.generated.ts'
import { type Site, planSite, startStandalone } from '../src/culvert.ts'
import { openAs } from '../src/dashboard.ts'
import { operate } from '../src/operator.ts'
import { type Person, signUp } from '../src/people.ts'
import { AddDomainDocument } from '../src/screenshots/world.generated.ts'
import { until } from '../src/until.ts'
import { visit } from '../src/visit.ts'

const soon = { timeout: 10_000 }

const cleanup = createCleanup()
const browser = openBrowser(cleanup)
let site: Site
let names: DnsServer
let app: App
let ada: Person

beforeAll(async () => {
  names = await startDnsServer()
  cleanup.defer(() => names.close())
  site = await planSite(cleanup)
  site.env['DNS_RESOLVERS'] = names.address
  await startStandalone(cleanup, site)
  app = await startApp(cleanup, (_request, response) => response.end('Hello from my machine'))
  ada = await signUp(site, 'Ada')
})

describe('a plan without custom domains and IP restrictions', () => {
  it('refuses both, and says which plans have them', () =>
    browser(async (page) => {
      const { accountId, control } = ada
      const notInPlan = { code: 'PLAN_LIMIT_REACHED' }
      const domain = control.request(AddDomainDocument, { input: { accountId, domain: 'dev.ada-example.com' } })
      await expect(domain).rejects.toMatchObject(notInPlan)
      const restriction = control.request(AddIpRestrictionDocument, { input: { accountId, ipAddress: '192.0.2.1' } })
      await expect(restriction).rejects.toMatchObject(notInPlan)

      await openAs(page, site, ada, '/admin/domains')
      await page.getByText('Custom Domains Not Available').waitFor()
      await page.getByText('Custom domains are available on Pro and Custom plans.').waitFor()
      expect(await page.getByRole('button', { name: 'Add Domain' }).count()).toBe(0)
      await page.getByRole('link', { name: 'IP Restrictions' }).click()
      await page.getByText('IP Restrictions Not Available').waitFor()
      await page.getByText('IP restrictions are available on Pro and Custom plans.').waitFor()
      expect(await page.getByRole('button', { name: 'Add IP Restriction' }).count()).toBe(0)

      await page.getByRole('link', { name: 'Gateway', exact: true }).click()
      await page.getByRole('button', { name: 'Create Gateway' }).click()
      await page.getByLabel('On a custom domain').check()
      const hint = page.getByRole('link', { name: 'Add and verify a domain' })
      expect(await hint.getAttribute('href')).toBe('/admin/domains')
    }))
})

describe('a plan with custom domains and IP restrictions', () => {
  beforeAll(() => operate(site, 'accounts', 'set-plan', ada.namespace, 'Pro'))

  it('takes a domain from pending through failed to verified, and allows gateways on it', () =>
    browser(async (page) => {
      await page.clock.install()
      await openAs(page, site, ada, '/admin/domains')
      await page.getByRole('heading', { name: 'No Custom Domains' }).waitFor()
      expect(await page.getByRole('button', { name: 'Add Domain' }).isDisabled()).toBe(true)
      await page.getByLabel('Domain', { exact: true }).pressSequentially('Not a domain')
      expect(await page.getByLabel('Domain', { exact: true }).inputValue()).toBe('not a domain')
      await page.getByRole('button', { name: 'Add Domain' }).click()
      await page.getByText('"not a domain" is not a domain.').waitFor()
      await page.getByLabel('Domain', { exact: true }).fill('Dev.Ada-Example.com')
      await page.getByRole('button', { name: 'Add Domain' }).click()

      const list = page.getByRole('list', { name: 'Your domains' })
      await list.getByText('Pending', { exact: true }).waitFor()
      await list.getByRole('heading', { name: 'DNS configuration' }).waitFor()
      await list.getByRole('rowheader', { name: 'CNAME record' }).waitFor()
      await list.getByRole('rowheader', { name: 'TXT record' }).waitFor()
      await list.getByRole('button', { name: 'Copy TXT value' }).click()
      const token = String(await page.evaluate('navigator.clipboard.readText()'))

      // A silent name server keeps the check running; the screen polls its outcome every 30 seconds.
      const silent = ['CNAME dev.ada-example.com', 'TXT _culvert-challenge.dev.ada-example.com']
      for (const question of silent) names.zone[question] = 'silence'
      await list.getByRole('button', { name: 'Verify Now' }).click()
      await list.getByText('Checking', { exact: true }).waitFor()
      // Twice: a new live connection makes it poll once, too. The time may pass before the screen counts it.
      for (let count = 0; count < 2; count++) {
        await until('the screen polls the outcome of the check', async () => {
          const question = /DomainsPage_Query/
          await Promise.all([
            page.waitForResponse((answer) => question.test(answer.request().postData() ?? ''), { timeout: 2000 }),
            page.clock.fastForward(30_000),
          ])
          return true
        })
      }
      for (const question of silent) delete names.zone[question]
      await list.getByText("We couldn't verify your domain. Please check your DNS settings and try again.").waitFor()
      await list.getByText('Verification Failed:').waitFor()
      await list.getByText(/^CNAME record at dev\.ada-example\.com: found /).waitFor()
      await list.getByText('Failed', { exact: true }).waitFor()
      await operate(site, 'plans', 'update', 'Pro', '--domains', '1', '--ip-restrictions', '1')
      await page.getByText('Domain Limit Reached').waitFor(soon)
      expect(await page.getByRole('button', { name: 'Add Domain' }).count()).toBe(0)

      names.zone['TXT _culvert-challenge.dev.ada-example.com'] = [token]
      await list.getByRole('button', { name: 'Retry Verification' }).click()
      await list.getByText('Domain Verified').waitFor(soon)
      await list.getByText('Verified', { exact: true }).waitFor()

      await list.getByText('Needs attention: CNAME record, Addresses.').waitFor()
      await list.getByText('They come with the CNAME record at dev.ada-example.com.').waitFor()
      names.zone['A dev.ada-example.com'] = ['127.0.0.1']
      await list.getByRole('button', { name: 'Recheck now' }).click()
      await list.getByText('5 checks, all fine').waitFor(soon)
      expect(await list.getByText('They come with the CNAME record').count()).toBe(0)

      await page.getByRole('link', { name: 'Gateway', exact: true }).click()
      await page.getByRole('button', { name: 'Create Gateway' }).click()
      await page.getByLabel('On a custom domain').check()
      await page.getByLabel('Name', { exact: true }).fill('shop')
      await page.getByRole('button', { name: 'Create Gateway' }).click()
      await page.getByText('Please enter a custom domain').waitFor()
      await page.getByLabel('Custom domain', { exact: true }).fill('shop.example.org')
      await page.getByRole('button', { name: 'Create Gateway' }).click()
      await page
        .getByText('Domain "shop.example.org" is not verified. Please verify it in the Domains section first.')
        .waitFor()
      await page.getByLabel('Custom domain', { exact: true }).fill('shop.dev.ada-example.com')
      await page.getByRole('button', { name: 'Create Gateway' }).click()
      await page.getByRole('table', { name: 'Gateways' }).getByText('shop.dev.ada-example.com').waitFor()

      await page.getByRole('link', { name: 'Domains' }).click()
      await page.getByRole('button', { name: 'Delete domain dev.ada-example.com' }).click()
      const dialog = page.getByRole('dialog', { name: 'Delete Domain' })
      await dialog
        .getByText(
          'Are you sure you want to delete "dev.ada-example.com"? This action cannot be undone and will remove the domain from your account permanently.',
        )
        .waitFor()
      await dialog.getByRole('button', { name: 'Delete domain' }).click()
      await page.getByRole('heading', { name: 'No Custom Domains' }).waitFor()
      await page.getByText('dev.ada-example.com was deleted.').waitFor()
      expect((await ada.readAgents()).gateways).toEqual([])
    }))

  it('refuses visitors from a restricted address, until the restriction is removed', () =>
    browser(async (page) => {
      const { secret } = await ada.createAuthToken()
      const agent = await startAgent(cleanup, site, { port: app.port, secret })
      const status = async () => (await visit(agent.publicUrl)).status
      expect(await status()).toBe(200)

      await openAs(page, site, ada, '/admin/ip-restrictions')
      await page.getByRole('heading', { name: 'No IP restrictions' }).waitFor()
      const address = page.getByLabel('IP address or CIDR range')
      const add = page.getByRole('button', { name: 'Add IP Restriction' })
      await address.fill('127.0.0')
      expect(await add.isDisabled()).toBe(true)
      await address.fill('300.1.1.1')
      const reason = page.getByText('Each group of an IPv4 address is from 0 to 255, not 300.')
      await reason.waitFor()
      expect(await add.isDisabled()).toBe(true)
      expect(await add.getAttribute('aria-describedby')).toBe(await reason.getAttribute('id'))
      await address.fill('2001:db8::1')
      await page.getByText('Write an IPv6 address in full, with eight groups.').waitFor()
      await page.getByRole('button', { name: 'Use 2001:db8:0:0:0:0:0:1' }).click()
      expect(await address.inputValue()).toBe('2001:db8:0:0:0:0:0:1')
      expect(await add.isEnabled()).toBe(true)
      await address.fill('127.0.0.0/8')
      await add.click()
      const table = page.getByRole('table', { name: 'IP restrictions' })
      await table.getByText('127.0.0.0/8').waitFor()
      await until('visitors are refused', async () => (await status()) === 403, 2_000)
      await table.getByText('No description').waitFor()
      await page.getByText('IP Restriction Limit Reached').waitFor()
      expect(await add.count()).toBe(0)

      await page.getByRole('button', { name: 'Remove the restriction for 127.0.0.0/8' }).click()
      const dialog = page.getByRole('dialog', { name: 'Remove IP Restriction' })
      await dialog
        .getByText(
          'Are you sure you want to remove the IP restriction for "127.0.0.0/8"? This will allow connections from this IP address again.',
        )
        .waitFor()
      await dialog.getByRole('button', { name: 'Remove restriction' }).click()
      await page.getByRole('heading', { name: 'No IP restrictions' }).waitFor()
      await until('visitors are served', async () => (await status()) === 200, 2_000)
    }))
})

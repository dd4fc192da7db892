import { beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { openBrowser } from '../src/browser.ts'
import { createCleanup } from '../src/cleanup.ts'
import { type Site, planSite, startStandalone } from '../src/culvert.ts'
import { openAs, takenOver, waitUntilLoaded } from '../src/dashboard.ts'
import { failOperations, failUntilRetried } from '../src/failing-server.ts'
import { operate } from '../src/operator.ts'
import { type Person, signUp } from '../src/people.ts'

/** The link to each screen of an account, and what its error message says could not be loaded. */
const screens = [
  ['Getting Started', 'your account'],
  ['Gateway', 'your gateways'],
  ['Domains', 'your domains'],
  ['Agents', 'your agents'],
  ['Settings', 'your settings'],
  ['AuthID', 'your AuthID'],
  ['Identity & Access', 'your team'],
  ['IP Restrictions', 'your IP restrictions'],
  ['API Keys', 'your credentials'],
  ['Audit Log', 'the audit log'],
  ['Requests', 'your requests'],
  ['Billing', 'your plan'],
  ['Network Transfer', 'your network transfer'],
  ['Gateway Metrics', 'your gateway metrics'],
  ['Rate Limits', 'your rate limits'],
] as const

const cleanup = createCleanup()
const browser = openBrowser(cleanup)
let site: Site
let ada: Person

/** Opens the profile by the menu: the sidebar has no link to it. */
async function openProfile(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu of Ada Tester' }).click()
  await page.getByRole('menuitem', { name: 'Your Profile' }).click()
}

beforeAll(async () => {
  site = await planSite(cleanup)
  await startStandalone(cleanup, site)
  ada = await signUp(site, 'Ada')
  // A plan with every form.
  await operate(site, 'accounts', 'set-plan', ada.namespace, 'Custom')
})

describe('the dashboard', () => {
  it('says on each screen that the server is unreachable, says when it is offline, and recovers on its own', () =>
    browser(async (page) => {
      await openAs(page, site, ada, '/admin/no-such-page')
      await page.getByRole('heading', { name: 'Page not found' }).waitFor()
      await page.getByText('Live', { exact: true }).waitFor()
      await page.route('**/graphql', (route) => route.abort())
      await openProfile(page)
      await page.getByRole('alert').filter({ hasText: 'Could not load your profile' }).waitFor()
      for (const [link, what] of screens) {
        await page.getByRole('link', { name: link, exact: true }).first().click()
        const failure = page.getByRole('alert').filter({ hasText: `Could not load ${what}` })
        await failure.getByText('The server cannot be reached. Check your connection and try again.').waitFor()
      }
      await page.getByText('The server cannot be reached. What you see may be out of date. Trying again.').waitFor()
      await page.context().setOffline(true)
      await page.getByText('You are offline. What you see may be out of date.').waitFor()
      await page.getByText('Offline', { exact: true }).waitFor()

      await page.context().setOffline(false)
      await page.unroute('**/graphql')
      await page.getByRole('table', { name: 'Limits by endpoint' }).waitFor()
      await page.getByText('What you see may be out of date.').waitFor({ state: 'detached' })
      await page.getByText('Live', { exact: true }).waitFor()
    }))

  it('says on each screen that the server failed, with the request id, and recovers by a retry', () =>
    browser(async (page) => {
      await openAs(page, site, ada, '/admin/no-such-page')
      await page.getByRole('heading', { name: 'Page not found' }).waitFor()
      await page.getByText('Live', { exact: true }).waitFor()
      const message = 'Something went wrong on our side.'
      const errors = [{ message, extensions: { code: 'INTERNAL', requestId: 'request-1' } }]
      await failUntilRetried(page, { answer: { json: { data: null, errors } } })
      await openProfile(page)
      await page.getByRole('alert').filter({ hasText: 'Could not load your profile' }).waitFor()
      for (const [link, what] of screens) {
        await page.getByRole('link', { name: link, exact: true }).first().click()
        const failure = page.getByRole('alert').filter({ hasText: `Could not load ${what}` })
        await failure.getByText(`${message} Request id: request-1`).waitFor()
      }
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByRole('table', { name: 'Limits by endpoint' }).waitFor()
      expect(await page.getByText(message).count()).toBe(0)
    }))

  it('says in each form that the server failed, and keeps what was typed', () =>
    browser(async (page) => {
      await openAs(page, site, ada, '/admin/no-such-page')
      await page.getByRole('heading', { name: 'Page not found' }).waitFor()
      await failOperations(page, /"mutation /)
      const unexpected = page.getByRole('alert').getByText('An unexpected error occurred', { exact: true })
      const fill = async (label: string, value: string) => {
        const field = page.getByLabel(new RegExp(`^${label}( \\*)?$`))
        await field.fill(value)
        return async () => expect(await field.inputValue()).toBe(value)
      }
      const press = async (name: string) => {
        await waitUntilLoaded(page)
        await page.getByRole('button', { name, exact: true }).click()
      }
      const goTo = (name: string) => page.getByRole('link', { name, exact: true }).first().click()

      await goTo('Domains')
      const expectDomain = await fill('Domain', 'dev.example.com')
      await press('Add Domain')
      await unexpected.waitFor()
      await expectDomain()

      await goTo('IP Restrictions')
      const expectAddress = await fill('IP address or CIDR range', '192.0.2.1')
      await press('Add IP Restriction')
      await unexpected.waitFor()
      await expectAddress()

      await goTo('Identity & Access')
      await press('Invite Member')
      const expectInvited = await fill('Email Address', 'grace@example.com')
      await press('Send Invite')
      await unexpected.waitFor()
      await expectInvited()

      await goTo('API Keys')
      await press('Create API key')
      const expectKey = await fill('Name', 'Status page')
      await press('Create API key')
      await unexpected.waitFor()
      await expectKey()

      await goTo('AuthID')
      await press('Create AuthID Token')
      await unexpected.waitFor()

      await goTo('Settings')
      const expectName = await fill('Account Name', 'Analytical Engines')
      await press('Save Changes')
      await page.getByRole('alert').getByText('Failed to update settings', { exact: true }).waitFor()
      await expectName()

      await openProfile(page)
      const expectPassword = await fill('Current password', ada.password)
      for (const label of ['New password', 'Confirm new password']) await fill(label, 'a new password')
      await press('Change password')
      await unexpected.waitFor()
      await expectPassword()
    }))
})

describe('a visitor', () => {
  it('sees in each form that the server failed, and keeps what was typed', () =>
    browser(async (page) => {
      await failOperations(
        page,
        /ContactRequest_Send|SignInForm_SignIn|SignUpPage_SignUp|(Request|_Reset)Password|Invitation_Query/,
      )
      await page.goto(`${site.apiUrl}/contact`)
      await takenOver(page)
      await page.getByLabel('Name').fill('Grace')
      await page.getByLabel('Email').fill('grace@example.com')
      await page.getByLabel('Subject').fill('Hello')
      await page.getByRole('textbox', { name: 'Message' }).fill('A question')
      await page.getByRole('button', { name: 'Send message' }).click()
      await page.getByText('Unexpected error. Please try again.', { exact: true }).waitFor()
      expect(await page.getByLabel('Subject').inputValue()).toBe('Hello')

      await page.goto(`${site.apiUrl}/report-issue?title=T&description=D&email=grace@example.com`)
      await page.getByRole('button', { name: 'Submit issue' }).click()
      await page.getByText('An unexpected error occurred. Please try again.', { exact: true }).waitFor()
      expect(await page.getByLabel('Title').inputValue()).toBe('T')

      const unexpected = page.getByText('An unexpected error occurred', { exact: true })
      await page.goto(`${site.apiUrl}/forgot-password`)
      await page.getByLabel('Email').fill('grace@example.com')
      await page.getByRole('button', { name: 'Send Reset Link' }).click()
      await unexpected.waitFor()

      await page.goto(`${site.apiUrl}/reset-password?access_token=some&refresh_token=other`)
      await page.getByLabel('New password', { exact: true }).fill('correct horse')
      await page.getByLabel('Confirm password', { exact: true }).fill('correct horse')
      await page.getByRole('button', { name: 'Update password' }).click()
      await unexpected.waitFor()
      expect(await page.getByLabel('New password', { exact: true }).inputValue()).toBe('correct horse')

      await page.goto(`${site.apiUrl}/signin?invite_token=lost`)
      await page.getByText('Failed to load invitation information').waitFor()
      await page.getByLabel('Email').fill('grace@example.com')
      await page.getByLabel('Password', { exact: true }).fill('correct horse')
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await unexpected.waitFor()

      await page.getByRole('link', { name: 'Sign up' }).click()
      await page.getByText('Failed to load invitation information').waitFor()
      await page.getByLabel('First name').fill('Grace')
      await page.getByLabel('Last name').fill('Hopper')
      await page.getByLabel('Email').fill('grace@example.com')
      await page.getByLabel('Password', { exact: true }).fill('correct horse')
      await page.getByLabel('Confirm password', { exact: true }).fill('correct horse')
      await page.getByLabel('I agree to the Terms of Service and Privacy Policy').check()
      await page.getByRole('button', { name: 'Create account' }).click()
      await unexpected.waitFor()
    }))
})

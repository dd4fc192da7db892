import { createHash, randomBytes } from 'node:crypto'
import { createControlClient } from '@culvert/control-client'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { startAgent } from '../src/agent.ts'
import { startApp } from '../src/apps.ts'
import { openBrowser } from '../src/browser.ts'
import { createCleanup } from '../src/cleanup.ts'
import { RedeemCommandLineSignInDocument, RequestCommandLineSignInDocument } from '../src/control/control.generated.ts'
import { type Site, planSite, startStandalone } from '../src/culvert.ts'
import { openAs } from '../src/dashboard.ts'
import { type Person, describePerson, signUp } from '../src/people.ts'

const cleanup = createCleanup()
const browser = openBrowser(cleanup)
let site: Site
let ada: Person

beforeAll(async () => {
  site = await planSite(cleanup)
  await startStandalone(cleanup, site)
  ada = await signUp(site, 'Ada')
})

/** What a command line sends: it has no credential. */
function commandLine() {
  const control = createControlClient({ apiUrl: site.apiUrl, authorization: () => '' })
  cleanup.defer(() => control.close())
  return {
    ask: async (input: { machineName: string; loopbackPort?: number; codeChallenge?: string }) =>
      (await control.request(RequestCommandLineSignInDocument, { input })).requestCommandLineSignIn,
    redeem: async (
      { deviceCode }: { deviceCode: string },
      proof: { code?: string | null; codeVerifier?: string } = {},
    ) =>
      (await control.request(RedeemCommandLineSignInDocument, { input: { deviceCode, ...proof } }))
        .redeemCommandLineSignIn,
  }
}

/** The loopback of a command line: resolves with the query that the browser brings. */
async function startLoopback() {
  const brought = Promise.withResolvers<URLSearchParams>()
  const { port } = await startApp(cleanup, (request, response) => {
    const url = URL.parse(request.url ?? '', 'http://127.0.0.1')
    if (url?.pathname === '/callback') brought.resolve(url.searchParams)
    response.setHeader('content-type', 'text/html').end('<h1>You are signed in</h1>')
  })
  return { port, brought: brought.promise }
}

const approve = (page: Page) => page.getByRole('button', { name: 'Approve' }).click()

describe('a machine', () => {
  it('is connected by the browser on it, over the sign-in, and its token runs agents until it is disconnected', () =>
    browser(async (page) => {
      const { ask, redeem } = commandLine()
      const { port, brought } = await startLoopback()
      const codeVerifier = randomBytes(32).toString('base64url')
      const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
      const asked = await ask({ machineName: 'adas-laptop.local', loopbackPort: port, codeChallenge })

      await page.goto(`${asked.verificationUrlComplete}&state=a-state`)
      await page.waitForURL(`${site.apiUrl}/signin`)
      await page.getByLabel('Email').fill(ada.email)
      await page.getByLabel('Password', { exact: true }).fill(ada.password)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('heading', { name: 'Connect adas-laptop.local?' }).waitFor()
      await page.getByText('Approve only if you started this yourself just now').waitFor()
      await approve(page)
      await page.getByRole('heading', { name: 'You are signed in' }).waitFor()

      const query = await brought
      expect(query.get('state')).toBe('a-state')
      const { status, secret, holder } = await redeem(asked, { code: query.get('code'), codeVerifier })
      expect({ status, holder }).toEqual({
        status: 'APPROVED',
        holder: { tokenName: 'adas-laptop.local', account: { id: ada.accountId } },
      })

      const agent = await startAgent(cleanup, site, { port: 3000, secret: secret ?? '' })
      await page.goto(`${site.apiUrl}/admin/auth-id`)
      await page.getByRole('button', { name: 'Disconnect adas-laptop.local' }).click()
      await page.getByRole('button', { name: 'Disconnect machine' }).click()
      await page.getByText('No machines').waitFor()
      expect(await agent.waitForExit()).toEqual({ code: 6, signal: null })
    }))

  it('is connected by a code that somebody types who signs up for it, and shows on the open AuthID page at once', () =>
    browser(async (page) => {
      const { ask, redeem } = commandLine()
      const asked = await ask({ machineName: 'build-server-7' })
      await page.goto(asked.verificationUrl)
      await page.getByRole('link', { name: 'Sign up' }).click()
      const { firstName, lastName, email, password } = describePerson('Grace')
      await page.getByLabel('First name').fill(firstName)
      await page.getByLabel('Last name').fill(lastName)
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByLabel('Confirm password').fill(password)
      await page.getByRole('checkbox').check()
      await page.getByRole('button', { name: 'Create account' }).click()
      await page.waitForURL(`${site.apiUrl}/admin/connect`)

      await page.getByLabel('Code', { exact: true }).fill('BBBB-BBBB')
      await page.keyboard.press('Enter')
      await page.getByText('No sign-in waits with this code').waitFor()
      await page.getByRole('button', { name: 'Enter another code' }).click()
      await page.getByLabel('Code', { exact: true }).fill(asked.userCode.toLowerCase())
      await page.keyboard.press('Enter')
      await page.getByRole('strong').filter({ hasText: asked.userCode }).waitFor()
      expect((await redeem(asked)).status).toBe('PENDING')
      await approve(page)
      await page.getByText('build-server-7 is connected').waitFor()

      await page.getByRole('link', { name: 'Show your machines' }).click()
      await page.getByText('No machines').waitFor()
      expect((await redeem(asked)).status).toBe('APPROVED')
      await page.getByRole('button', { name: 'Disconnect build-server-7' }).waitFor()
      await page.goto(asked.verificationUrlComplete)
      await page.getByText('This sign-in was approved or denied before').waitFor()
    }))

  it('is not connected when it is denied, by code or by the browser on it, and its program is told', () =>
    browser(async (page) => {
      const { ask, redeem } = commandLine()
      const { port, brought } = await startLoopback()
      const deny = async (url: string) => {
        await page.goto(url)
        await page.getByRole('button', { name: 'Deny' }).click()
      }
      const byCode = await ask({ machineName: 'stranger' })
      await openAs(page, site, ada, '/admin/auth-id')
      await deny(byCode.verificationUrlComplete)
      await page.getByText('stranger was not connected').waitFor()
      const codeChallenge = createHash('sha256').update('none').digest('base64url')
      const byLoopback = await ask({ machineName: 'stranger', loopbackPort: port, codeChallenge })
      await deny(`${byLoopback.verificationUrlComplete}&state=a-state`)
      expect(Object.fromEntries(await brought)).toEqual({ error: 'access_denied', state: 'a-state' })
      for (const asked of [byCode, byLoopback]) expect((await redeem(asked)).status).toBe('DENIED')
    }))

  it('gets tokens by name for CI on the AuthID page, whose secrets are shown once', () =>
    browser(async (page) => {
      await openAs(page, site, ada, '/admin/auth-id')
      await page.getByRole('button', { name: 'Create Token' }).click()
      await page.getByLabel('Name').fill('github-actions')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Copy machine token' }).click()
      const secret = String(await page.evaluate('navigator.clipboard.readText()'))
      const agent = await startAgent(cleanup, site, { port: 3000, secret })
      await page.reload()
      await page.getByRole('button', { name: 'Disconnect github-actions' }).waitFor()
      expect(await page.content()).not.toContain(secret)
      await agent.stop()
    }))
})

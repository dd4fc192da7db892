import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { runCulvert, startAgent } from '../src/agent.ts'
import { openBrowser } from '../src/browser.ts'
import { createCleanup } from '../src/cleanup.ts'
import { type Site, planSite, startStandalone } from '../src/culvert.ts'
import { openAs } from '../src/dashboard.ts'
import { type Person, createSignUpInput, signUp } from '../src/people.ts'

const cleanup = createCleanup()
const browser = openBrowser(cleanup)
let site: Site
let ada: Person

beforeAll(async () => {
  site = await planSite(cleanup)
  await startStandalone(cleanup, site)
  ada = await signUp(site, 'Ada')
})

/** Runs `culvert login` with a separate configuration. */
function logIn(args: string[], env: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'culvert-login-'))
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true }))
  const own = { CULVERT_CONFIG_DIR: folder, ...env }
  const command = runCulvert(cleanup, site, ['login', ...args], own)
  return {
    command,
    file: join(folder, 'sign-ins.json'),
    /** Runs another command of the same user, without a server or a token in the environment. */
    run: (...more: string[]) => runCulvert(cleanup, site, more, { ...own, CULVERT_SERVER: '' }),
  }
}

/** A browser that `culvert login` starts and that does nothing: the test's own opens the printed address. */
const byBrowser = { BROWSER: 'true' }
const addressPattern = /^ {2}(http\S+)$/m
const codePattern = /^ {2}(\w{4}-\w{4})$/m

const approve = (page: Page) => page.getByRole('button', { name: 'Approve' }).click()

describe('a machine', () => {
  it('is connected by its browser after signing in, and runs agents until it is disconnected', () =>
    browser(async (page) => {
      const { command, file, run } = logIn(['--name', 'adas-laptop.local'], byBrowser)
      const [, address = ''] = await command.waitForOutput(addressPattern)

      await page.goto(address)
      await page.waitForURL(`${site.apiUrl}/signin`)
      await page.getByLabel('Email').fill(ada.email)
      await page.getByLabel('Password', { exact: true }).fill(ada.password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByRole('heading', { name: 'Connect adas-laptop.local?' }).waitFor()
      await page.getByText('Approve only if you started this yourself just now').waitFor()
      await approve(page)
      await page.getByText('You are signed in. You can close this page').waitFor()
      expect(await command.waitForExit()).toEqual({ code: 0, signal: null })
      expect(command.stdout).toContain(`Signed in at ${site.apiUrl} as Ada Tester, for`)
      expect(statSync(file).mode & 0o777).toBe(0o600)
      const { profiles } = JSON.parse(readFileSync(file, 'utf8')) as { profiles: Record<string, { token: string }> }
      const token = Object.values(profiles)[0]?.token ?? ''
      expect(token).toMatch(/^pk_[0-9a-f]{64}$/)
      expect(command.stdout + command.stderr).not.toContain(token)

      const whoami = run('whoami')
      await whoami.waitForExit()
      expect(whoami.stdout).toContain(`Ada Tester <${ada.email}>`)
      const agent = run('http', '3000')
      await agent.waitForOutput(/Public URL/)
      await page.goto(`${site.apiUrl}/admin/auth-id`)
      await page.getByRole('button', { name: 'Disconnect adas-laptop.local' }).click()
      await page.getByRole('button', { name: 'Disconnect machine' }).click()
      await page.getByText('No machines').waitFor()
      expect(await agent.waitForExit()).toEqual({ code: 6, signal: null })
    }))

  it('is connected by a code that a new user enters after signing up, and disconnected by `culvert logout`', () =>
    browser(async (page) => {
      const { command, run } = logIn(['--name', 'build-server-7', '--no-browser'])
      const [, userCode = ''] = await command.waitForOutput(codePattern)
      await page.goto(`${site.apiUrl}/admin/connect`)
      await page.getByRole('link', { name: 'Sign up' }).click()
      const { firstName, lastName, email, password } = createSignUpInput('Grace')
      await page.getByLabel('First name').fill(firstName)
      await page.getByLabel('Last name').fill(lastName)
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByLabel('Confirm password', { exact: true }).fill(password)
      await page.getByRole('checkbox').check()
      await page.getByRole('button', { name: 'Create account' }).click()
      await page.waitForURL(`${site.apiUrl}/admin/connect`)

      await page.getByLabel('Code', { exact: true }).fill('BBBB-BBBB')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'No sign-in is waiting with this code' }).waitFor()
      await page.getByRole('button', { name: 'Enter another code' }).click()
      await page.getByLabel('Code', { exact: true }).fill(userCode.toLowerCase())
      await page.keyboard.press('Enter')
      await page.getByRole('strong').filter({ hasText: userCode }).waitFor()
      await approve(page)
      await page.getByText('build-server-7 is connected').waitFor()

      await page.getByRole('link', { name: 'Show your machines' }).click()
      expect(await command.waitForExit()).toEqual({ code: 0, signal: null })
      await page.getByRole('button', { name: 'Disconnect build-server-7' }).waitFor()
      await page.goto(`${site.apiUrl}/admin/connect?code=${userCode}`)
      await page.getByText('This sign-in has already been approved or denied').waitFor()

      const out = run('logout')
      expect(await out.waitForExit()).toEqual({ code: 0, signal: null })
      await page.goto(`${site.apiUrl}/admin/auth-id`)
      await page.getByText('No machines').waitFor()
      const refused = run('http', '3000')
      expect(await refused.waitForExit()).toEqual({ code: 3, signal: null })
      expect(refused.stderr).toContain('You are not signed in.')
    }))

  it('is not connected if the user denies it, by code or by its browser, and its command ends with 3', () =>
    browser(async (page) => {
      await openAs(page, site, ada, '/admin/auth-id')
      const byCode = logIn(['--name', 'stranger', '--no-browser']).command
      const [, userCode = ''] = await byCode.waitForOutput(codePattern)
      const byLoopback = logIn(['--name', 'stranger'], byBrowser).command
      const [, address = ''] = await byLoopback.waitForOutput(addressPattern)
      await page.goto(`${site.apiUrl}/admin/connect?code=${userCode}`)
      await page.getByRole('button', { name: 'Deny' }).click()
      await page.getByText('stranger was not connected').waitFor()
      await page.goto(address)
      await page.getByRole('button', { name: 'Deny' }).click()
      await page.getByText('The sign-in was denied.').waitFor()
      for (const command of [byCode, byLoopback]) {
        expect(await command.waitForExit()).toEqual({ code: 3, signal: null })
        expect(command.stderr).toContain('The sign-in was denied.')
      }
    }))

  it('can use a named token from the AuthID page, whose secret is shown only once', () =>
    browser(async (page) => {
      await openAs(page, site, ada, '/admin/auth-id')
      await page.getByRole('button', { name: 'Create token' }).click()
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

import { beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { openBrowser } from '../src/browser.ts'
import { createCleanup } from '../src/cleanup.ts'
import { jumpClock, movingClock } from '../src/clock.ts'
import { InviteMemberDocument } from '../src/control/control.generated.ts'
import { type Site, planSite, startStandalone } from '../src/culvert.ts'
import { openAs } from '../src/dashboard.ts'
import { findMailedLink } from '../src/outbox.ts'
import { type Person, signUp } from '../src/people.ts'
import type { RunningProcess } from '../src/processes.ts'

const cleanup = createCleanup()
const browser = openBrowser(cleanup)
const weekMs = 7 * 24 * 60 * 60 * 1_000
let site: Site
let standalone: RunningProcess
let ada: Person
let grace: Person

beforeAll(async () => {
  site = await planSite(cleanup)
  // To a week ago, and back to the present, which is that of the browser's clock.
  site.env['CLOCK_JUMPS_MS'] = [-weekMs, weekMs].join(',')
  standalone = await startStandalone(cleanup, site, movingClock)
  ada = await signUp(site, 'Ada')
  grace = await signUp(site, 'Grace')
})

const signIn = async (page: Page, password: string) => {
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Sends an invitation to Ada's account, and returns the link in the mail. */
const invite = async (email: string): Promise<URL> => {
  await ada.control.request(InviteMemberDocument, { input: { accountId: ada.accountId, email, role: 'admin' } })
  return new URL(await findMailedLink(site, { to: email, subject: 'invite', link: /http\S+invite_token=[\w-]+/ }))
}

const findResetLink = ({ email }: Person) =>
  findMailedLink(site, { to: email, subject: 'Reset', link: /http\S+reset-password\?[\w.=&-]+/ })

describe('a forgotten password', () => {
  it('is replaced through a mailed link, which works once and is removed from the address bar', () =>
    browser(async (page) => {
      await page.goto(`${site.apiUrl}/signin`)
      await page.getByRole('link', { name: 'Forgot password?' }).click()
      // The previous page has a field with the same name.
      await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
      await page.getByLabel('Email').fill(grace.email)
      await page.getByRole('button', { name: 'Send Reset Link' }).click()
      await page.getByRole('heading', { name: 'Check your email' }).waitFor()
      const link = await findResetLink(grace)

      await page.clock.install()
      await page.goto(link)
      await page.getByLabel('New password', { exact: true }).fill('short')
      await page.getByLabel('Confirm password', { exact: true }).fill('shorter')
      expect(page.url()).toBe(`${site.apiUrl}/reset-password`)
      await page.getByRole('button', { name: 'Update password' }).click()
      await page.getByText('Password must be at least 6 characters long').waitFor()
      await page.getByText('Passwords do not match').waitFor()
      await page.getByLabel('New password', { exact: true }).fill('a new password')
      await page.getByLabel('Confirm password', { exact: true }).fill('a new password')
      await page.getByRole('button', { name: 'Update password' }).click()
      await page.getByRole('heading', { name: 'Password Updated!' }).waitFor()
      await page.clock.fastForward(3_000)
      await page.waitForURL(`${site.apiUrl}/signin`)

      await page.goto(link)
      await page.getByLabel('New password', { exact: true }).fill('another one')
      await page.getByLabel('Confirm password', { exact: true }).fill('another one')
      await page.getByRole('button', { name: 'Update password' }).click()
      await page.getByText('Invalid reset link. Please request a new password reset.').waitFor()

      await page.goto(`${site.apiUrl}/reset-password`)
      await page.getByText('Invalid reset link. Please request a new password reset.').waitFor()
      await openAs(page, site, { email: grace.email, password: 'a new password' }, '/admin/profile')
      grace.password = 'a new password'
    }))
})

describe('a link to reset a password', () => {
  it('is invalid if it was not used in time', () =>
    browser(async (page) => {
      await jumpClock(standalone)
      await page.goto(`${site.apiUrl}/forgot-password`)
      await page.getByLabel('Email').fill(ada.email)
      await page.getByRole('button', { name: 'Send Reset Link' }).click()
      await page.getByRole('heading', { name: 'Check your email' }).waitFor()
      const link = await findResetLink(ada)
      await jumpClock(standalone)
      await page.goto(link)
      await page.getByLabel('New password', { exact: true }).fill('a new password')
      await page.getByLabel('Confirm password', { exact: true }).fill('a new password')
      await page.getByRole('button', { name: 'Update password' }).click()
      await page.getByText('Invalid reset link. Please request a new password reset.').waitFor()
    }))
})

describe('an e-mail address', () => {
  it('is verified by the mailed link after signing in, which shows the invitations', () =>
    browser(async (page) => {
      const [hedy, olga] = await Promise.all([signUp(site, 'Hedy'), signUp(site, 'Olga')])
      const input = { accountId: olga.accountId, email: hedy.email }
      await olga.control.request(InviteMemberDocument, { input })
      await openAs(page, site, hedy, '/admin/team')
      await page.getByText('Verify your email to see invitations.').waitFor()
      expect(await page.getByRole('list', { name: 'Team invitations for you' }).count()).toBe(0)
      expect(await page.getByRole('link', { name: /pending invitations$/ }).count()).toBe(0)
      await page.getByRole('button', { name: 'Send the link again' }).click()
      await page.getByText(`A link is on its way to ${hedy.email}.`).waitFor()
      await page.goto(`${site.apiUrl}/logout`)
      await page.waitForURL(`${site.apiUrl}/`)

      const link = await findMailedLink(site, {
        to: hedy.email,
        subject: 'Verify your email',
        link: /http\S+verify-email\?token=[\w-]+/,
      })
      await page.goto(link)
      await page.getByText(`Hedy Tester signed up with ${hedy.email}. Was that you?`).waitFor()
      await page.getByRole('link', { name: 'Sign in and verify' }).click()
      await page.getByLabel('Email').fill(hedy.email)
      await signIn(page, hedy.password)
      await page.getByText(`${hedy.email} is verified. Your invitations are under Identity & Access.`).waitFor()
      await page.getByRole('link', { name: 'Go to Identity & Access' }).click()
      await page.getByRole('list', { name: 'Team invitations for you' }).getByText("Olga's account").waitFor()

      await page.goto(link)
      await page.getByText(`${hedy.email} is verified. You are done.`).waitFor()
    }))

  it('is not verified by an invalid link, or in the session of another user', () =>
    browser(async (page) => {
      const mary = await signUp(site, 'Mary')
      const link = await findMailedLink(site, {
        to: mary.email,
        subject: 'Welcome',
        link: /http\S+verify-email\?token=[\w-]+/,
      })
      await page.goto(`${site.apiUrl}/verify-email?token=ev_none`)
      await page.getByText('Invalid verification link. Copy the whole link from the email and open it again.').waitFor()
      await openAs(page, site, grace, '/admin/profile')
      await page.goto(link)
      await page.getByText(`This link verifies ${mary.email}, and you are signed in as ${grace.email}.`).waitFor()
      await page.getByRole('link', { name: 'Sign out' }).click()
      await page.waitForURL(`${site.apiUrl}/`)
    }))
})

describe('an invitation', () => {
  it('is shown after signing in, and can be skipped and then accepted', () =>
    browser(async (page) => {
      const link = await invite(grace.email)
      await page.goto(link.href)
      await page.getByText("Ada Tester invites you to join Ada's account.").waitFor()
      expect(await page.getByLabel('Email').inputValue()).toBe(grace.email)
      expect(await page.getByLabel('Email').isDisabled()).toBe(true)
      await page.getByRole('link', { name: 'Sign in' }).click()
      await page.getByRole('heading', { name: 'Sign in to join team' }).waitFor()
      await page.getByText("Ada Tester invites you to join Ada's account.").waitFor()
      expect(await page.getByLabel('Email').inputValue()).toBe(grace.email)
      expect(await page.getByLabel('Email').isDisabled()).toBe(true)
      await signIn(page, grace.password)
      await page.getByRole('heading', { name: 'Team Invitation' }).waitFor()
      await page.getByRole('link', { name: 'Skip for now and go to dashboard' }).click()
      await page.waitForURL(`${site.apiUrl}/admin/getting-started`)
      await page.getByRole('link', { name: 'Identity & Access 1 pending invitations' }).waitFor()

      await page.goto(link.href)
      await page.getByRole('button', { name: 'Join Team' }).click()
      await page.waitForURL(`${site.apiUrl}/admin/getting-started`)
      await page.getByRole('button', { name: "Switch account, now Ada's account" }).waitFor()

      await page.goto(link.href)
      await page.waitForURL(`${site.apiUrl}/admin/getting-started`)
    }))

  it('is refused to another user, and can be declined', () =>
    browser(async (page) => {
      const link = await invite('linus@example.com')
      await openAs(page, site, grace, '/admin/profile')
      await page.goto(link.href)
      await page.getByText('Email address must match the invitation').waitFor()
      expect(await page.getByRole('button', { name: 'Join Team' }).count()).toBe(0)
      await page.getByRole('link', { name: 'Sign out' }).click()
      await page.waitForURL(`${site.apiUrl}/`)

      await page.clock.install()
      await page.goto(link.href)
      await page.getByLabel('First name').fill('Linus')
      await page.getByLabel('Last name').fill('Tester')
      await page.getByLabel('Password', { exact: true }).fill('correct horse')
      await page.getByLabel('Confirm password', { exact: true }).fill('correct horse')
      await page.getByLabel('I agree to the Terms of Service and Privacy Policy').check()
      await page.getByRole('button', { name: 'Create account' }).click()
      await page
        .getByText('is waiting under Identity & Access, where it appears once your email is verified.')
        .waitFor()
      await page.clock.fastForward(2_000)
      await page.waitForURL(`${site.apiUrl}/admin/getting-started`)

      await page.goto(link.href)
      await page.getByRole('button', { name: 'Decline Invitation' }).click()
      await page.waitForURL(`${site.apiUrl}/admin/getting-started`)
      expect(await page.getByRole('button', { name: /^Switch account/ }).count()).toBe(0)
    }))

  it('is reported as invalid if it does not exist, and does not prevent signing in', () =>
    browser(async (page) => {
      await page.goto(`${site.apiUrl}/signup?invite_token=nothing`)
      await page.getByText('Invalid or expired invitation link').waitFor()
      await page.getByRole('link', { name: 'Sign in' }).click()
      // Both pages say the same about the link, and both ask for an address.
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
      await page.getByText('Invalid or expired invitation link').waitFor()
      await page.getByLabel('Email').fill(ada.email)
      await signIn(page, 'wrong horse')
      await page.getByText('The address or the password is not right. Check both and try again.').waitFor()
      await signIn(page, ada.password)
      await page.waitForURL(`${site.apiUrl}/admin/getting-started`)
    }))

  it('expires after a week without an answer, and is shown to its team as expired', () =>
    browser(async (page) => {
      await jumpClock(standalone)
      const link = await invite('late@example.com')
      await jumpClock(standalone)
      await page.goto(link.href)
      await page.getByRole('heading', { name: 'Create your account' }).waitFor()
      await page.getByText('Invalid or expired invitation link').waitFor()
      expect(await page.getByLabel('Email').isEnabled()).toBe(true)
      await page.getByRole('link', { name: 'Sign in' }).click()
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
      await page.getByText('Invalid or expired invitation link').waitFor()

      await openAs(page, site, ada, '/admin/team')
      await page.getByText('No invitations are pending.').waitFor()
      await page.getByRole('button', { name: 'Show All Invitations' }).click()
      const late = page.getByRole('table', { name: 'All invitations' }).getByRole('row').filter({ hasText: 'late@' })
      await late.getByText('Expired', { exact: true }).waitFor()
      expect(await late.getByRole('button').count()).toBe(0)
    }))
})

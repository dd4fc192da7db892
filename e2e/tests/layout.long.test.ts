import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { startAgent } from '../src/agent.ts'
import { startApp } from '../src/apps.ts'
import { closeContext, openBrowser } from '../src/browser.ts'
import { createCleanup } from '../src/cleanup.ts'
import {
  AcceptInviteDocument,
  AddIpRestrictionDocument,
  InviteMemberDocument,
} from '../src/control/control.generated.ts'
import { type Site, planSite, startStandalone } from '../src/culvert.ts'
import { openAs } from '../src/dashboard.ts'
import { measuring } from '../src/layout-shift.ts'
import { operate } from '../src/operator.ts'
import { type Person, signUp } from '../src/people.ts'
import { until } from '../src/until.ts'
import { AddDomainDocument } from '../src/screenshots/world.generated.ts'

const cleanup = createCleanup()
const browser = openBrowser(cleanup)
let site: Site
let ada: Person

const phone = { width: 375, height: 600 }

beforeAll(async () => {
  site = await planSite(cleanup)
  await startStandalone(cleanup, site)
  ada = await signUp(site, 'Ada')
})

/** The paths of the pages that the dashboard's navigation links to, and of those that only its menus do. */
const pages =
  'gateway domains agents settings auth-id team ip-restrictions identity audit-log billing network-transfer gateway-metrics rate-limits requests notices profile getting-started'.split(
    ' ',
  )

/** The cumulative layout shift as browsers measure it; from 0.1 on it needs improvement. */
const shiftMax = 0.02

describe('each page of the dashboard', () => {
  it('shifts by less than 0.02 while loading, with answers delayed by 250 ms, on a phone and a desktop', () =>
    browser(async (page) => {
      const grace = await signUp(site, 'Grace')
      await operate(site, 'accounts', 'set-plan', grace.namespace, 'Pro')
      const { accountId, control } = grace
      const { secret } = await grace.createAuthToken()
      await grace.createGateway('demo')
      await control.request(AddDomainDocument, { input: { accountId, domain: 'dev.example.com' } })
      await control.request(AddIpRestrictionDocument, { input: { accountId, ipAddress: '203.0.113.0/24' } })
      const app = await startApp(cleanup, (_request, response) => response.end())
      await startAgent(cleanup, site, { port: app.port, secret })
      // A row grows by a line when its agent is known to be connected.
      await until('the agent is connected', async () => (await grace.readAgents()).agents.nodes[0]?.connected === true)
      control.close()

      const shifts: Record<string, number> = {}
      const measure = async (name: string, who: Person, size: { width: number; height: number }) => {
        const context = await page.context().browser()?.newContext({ viewport: size })
        if (!context) throw new Error('The browser is gone.')
        const own = await context.newPage()
        await own.addInitScript(measuring)
        await own.route('**/graphql', async (route) => {
          await new Promise((resolve) => setTimeout(resolve, 250))
          await route.fallback()
        })
        await openAs(own, site, who, '/admin/no-such-page')
        shifts[`${name}: first`] = await own.evaluate<number>('settle("Dashboard")')
        for (const path of pages) shifts[`${name}: ${path}`] = await own.evaluate<number>(`visit('/admin/${path}')`)
        await closeContext(context)
      }
      await Promise.all([
        measure('desktop', grace, { width: 1440, height: 900 }),
        measure('phone', grace, phone),
        measure('phone, nothing there yet', ada, phone),
      ])
      expect(Object.keys(shifts)).toHaveLength(3 * (pages.length + 1))
      expect(Object.entries(shifts).filter(([, shift]) => shift >= shiftMax)).toEqual([])
    }))
})

/** Lists the elements with the given word whose text ends beyond the window or is cut off by an element around it. */
const listHidden = (page: Page, word: string) =>
  page.evaluate<string[]>(`(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const hidden = []
    while (texts.nextNode()) {
      const { nodeValue, parentElement } = texts.currentNode
      if (!nodeValue.includes(${JSON.stringify(word)})) continue
      const range = document.createRange()
      range.selectNodeContents(texts.currentNode)
      const { right, width } = range.getBoundingClientRect()
      let edge = document.documentElement.clientWidth
      for (let outer = parentElement; outer; outer = outer.parentElement) {
        if (getComputedStyle(outer).overflowX !== 'visible') edge = Math.min(edge, outer.getBoundingClientRect().right)
      }
      // An ellipsis says that there is more; what is one pixel wide is for screen readers.
      if (getComputedStyle(parentElement).textOverflow === 'ellipsis') continue
      if (parentElement.getBoundingClientRect().width <= 1) continue
      if (width > 0 && right > edge + 1) hidden.push(parentElement.tagName + ' ' + parentElement.className)
    }
    return hidden
  })()`)

/** Lists the buttons and links that end beyond the window. */
const listUnreachable = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('a, button, [role="menuitem"] *')]
    .filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
    .map((one) => one.tagName + ' ' + one.className)`)

describe('a name of 100 characters without a space', () => {
  const word = 'W'.repeat(50)
  const narrow = { width: 320, height: 640 }

  it('breaks instead of leaving the window of a phone: on the sign-in of an invited person, in menus, in the team', () =>
    browser(async (page) => {
      const heading = (name: string | RegExp) => page.getByRole('heading', { name, level: 1 })
      const expectReadable = async () => {
        expect(await listHidden(page, word.slice(0, 10))).toEqual([])
        expect(await listUnreachable(page)).toEqual([])
      }
      const long = await signUp(site, word, 'M'.repeat(50))
      const guest = await signUp(site, 'Guest')
      for (const { control } of [long, guest]) cleanup.defer(() => control.close())
      const { accountId } = long
      const input = { accountId, email: guest.email, role: 'admin' as const }
      const { inviteMember } = await long.control.request(InviteMemberDocument, { input })
      const token = new URL(inviteMember.invite.url ?? '').searchParams.get('invite_token') ?? ''

      await page.setViewportSize(narrow)
      await page.goto(`${site.apiUrl}/signin?invite_token=${token}`)
      await heading('Sign in to join team').waitFor()
      await expectReadable()
      await openAs(page, site, guest, `/signin?invite_token=${token}`)
      await heading(/^Join W/).waitFor()
      await expectReadable()
      await guest.control.request(AcceptInviteDocument, { input: { token } })
      for (const [path, name] of [
        ['team', 'Identity & Access'],
        ['audit-log', 'Audit Log'],
      ]) {
        await page.goto(`${site.apiUrl}/admin/${path}`)
        await heading(name ?? '').waitFor()
        await page.getByText('Guest').first().waitFor({ state: 'attached' })
        await expectReadable()
      }
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.getByRole('button', { name: /^Switch account/ }).click()
      await page.getByRole('menuitem', { name: /^W/ }).waitFor()
      await expectReadable()
      await page.getByRole('menuitem', { name: /^W/ }).click()
      await page.goto(`${site.apiUrl}/admin/team`)
      await page.getByRole('table', { name: 'Team members' }).waitFor()
      await expectReadable()

      await page.context().clearCookies()
      await page.setViewportSize(narrow)
      await openAs(page, site, long, '/admin/getting-started')
      await expectReadable()
      await page.getByRole('button', { name: /^Account menu/ }).click()
      await page.getByRole('menuitem', { name: 'Sign Out' }).waitFor()
      await expectReadable()
    }))
})

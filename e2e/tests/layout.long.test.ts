import { beforeAll, describe, expect, it } from 'vitest'
import { startAgent } from '../src/agent.ts'
import { startApp } from '../src/apps.ts'
import { openBrowser } from '../src/browser.ts'
import { createCleanup } from '../src/cleanup.ts'
import { AddIpRestrictionDocument } from '../src/control/control.generated.ts'
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
        await own.unrouteAll({ behavior: 'ignoreErrors' })
        await context.close()
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

import { describe, expect, it } from 'vitest'
import { startAgent } from '../src/agent.ts'
import { startEcho } from '../src/apps.ts'
import { openBrowser } from '../src/browser.ts'
import { createCleanup } from '../src/cleanup.ts'
import { planSite, startStandalone } from '../src/culvert.ts'
import { openAs } from '../src/dashboard.ts'
import { signUp } from '../src/people.ts'

const cleanup = createCleanup()
const browser = openBrowser(cleanup)

/** How long an agent may be silent, as the API documents it for AgentStatus. */
const silenceMs = 45_000

// The API waits for agents to report first, by the real clock.
describe('an agent that was killed', () => {
  it(
    'is shown as failed within 90 seconds, and no longer counts against the connection limit',
    () =>
      browser(async (page) => {
        const site = await planSite(cleanup)
        await startStandalone(cleanup, site)
        const mary = await signUp(site, 'Mary')
        const { port } = await startEcho(cleanup)
        const { secret } = await mary.createAuthToken()
        const beforeStartMs = performance.now()
        await (await startAgent(cleanup, site, { port, secret, args: ['--name', 'Lost one'] })).kill()
        await openAs(page, site, mary, '/admin/agents')
        await page.getByText('1 reconnecting', { exact: true }).waitFor()
        const lost = page
          .getByRole('table', { name: 'Recent sessions' })
          .getByRole('row')
          .filter({ hasText: 'Lost one' })
        await lost.getByText('Error', { exact: true }).waitFor({ timeout: 90_000 })
        expect(performance.now() - beforeStartMs).toBeGreaterThan(silenceMs)
        await page.getByText('You have 2 connections remaining on your current plan.').waitFor()
      }),
    240_000,
  )
})

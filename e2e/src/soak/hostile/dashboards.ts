import { setTimeout as delay } from 'node:timers/promises'
import { openBrowser } from '../../browser.ts'
import { createCable } from '../../cable.ts'
import { openAs } from '../../dashboard.ts'
import type { Scenario } from './scenario.ts'

const cutMs = 3_000
/** How long a dashboard may take to recover once its server can be reached again. */
const soon = { timeout: 10_000 }

/** What a network does to people who use the dashboard. */
export const dashboardScenarios: readonly Scenario[] = [
  {
    area: 'messages that are lost',
    promise: 'A dashboard whose cable is cut for 3 s while pages change shows them and is live within 10 s',
    async run(testBed, cleanup) {
      const ada = await testBed.signUp(cleanup)
      const cable = await createCable(cleanup, Number(new URL(testBed.site.apiUrl).port))
      let healedMs = 0
      await openBrowser(cleanup)(async (page) => {
        const goTo = (name: string) => page.getByRole('link', { name, exact: true }).first().click()
        await openAs(page, { apiUrl: `http://localhost:${cable.port}` }, ada, '/admin/gateway')
        await page.getByText('Live', { exact: true }).waitFor()
        cable.cut()
        await goTo('Domains')
        await ada.createGateway('meanwhile')
        await goTo('Agents')
        await delay(cutMs)
        cable.restore()
        const mendedMs = performance.now()
        await page.getByText('No Agents Running').waitFor(soon)
        await page.getByText('Live', { exact: true }).waitFor(soon)
        healedMs = Math.round(performance.now() - mendedMs)
        await goTo('Gateway')
        await page.getByRole('table', { name: 'Gateways' }).getByText('meanwhile', { exact: true }).waitFor(soon)
      })
      return `shown and live ${healedMs} ms after the cable was mended`
    },
  },
]

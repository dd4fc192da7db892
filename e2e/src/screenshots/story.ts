import type { Locator } from 'playwright-core'
import { startAgent } from '../agent.ts'
import { startApp } from '../apps.ts'
import type { Cleanup } from '../cleanup.ts'
import type { Site } from '../culvert.ts'
import type { Person } from '../people.ts'
import { findOwnerLink, visit } from '../visit.ts'
import type { Scene } from './scenes.ts'

/** A request that failed because the app was down, and its owner, who finds out why. The landing page tells this story. */
export interface Story {
  /** What the visitor requests. */
  visitorUrl: string
  /** Where the owner finds the reason. */
  ownerPath: string
  /** Stops the app, or starts it again. */
  setApp: (isUp: boolean) => Promise<void>
}

const order = { id: 1042, state: 'paid', total: '48.20 EUR', items: ['Lantern', 'Rope, 20 m'] }

/** Starts an agent of the account on a separate gateway, whose app is down, and makes a visitor's request. */
export async function createStory(cleanup: Cleanup, site: Site, ada: Person, secret: string): Promise<Story> {
  const { server, port } = await startApp(cleanup, (_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(order))
  })
  const setApp = async (isUp: boolean) => {
    if (isUp === server.listening) return
    const { promise, resolve } = Promise.withResolvers<void>()
    if (isUp) server.listen(port, '127.0.0.1', resolve)
    else server.close(() => resolve())
    server.closeAllConnections()
    await promise
  }
  await ada.createGateway('checkout')
  const args = ['--gateway', 'checkout', '--name', 'Checkout']
  const { publicUrl } = await startAgent(cleanup, site, { port, secret, args })
  await visit(`${publicUrl}/orders/1041`)
  await setApp(false)
  const visitorUrl = `${publicUrl}/orders/1042`
  const { text } = await visit(visitorUrl, { headers: { accept: 'text/html' } })
  const { pathname, search } = new URL(findOwnerLink(text))
  return { visitorUrl, ownerPath: pathname + search, setApp }
}

/** Takes the film's pictures: what the visitor sees, the cause, the hops, and the request that is repeated once the app is up. */
export const listFilmScenes = ({ visitorUrl, ownerPath, setApp }: Story): Scene[] => [
  { name: 'film-visitor', path: visitorUrl, as: 'visitor' },
  { name: 'film-cause', path: ownerPath, as: 'ada' },
  {
    name: 'film-check',
    path: '/admin/gateway',
    as: 'ada',
    steps: async (page) => {
      await page.getByRole('row').getByRole('link', { name: 'checkout', exact: true }).first().click()
      await page.getByText(/^Measured /).waitFor()
      await scrollTo(page.getByText('Your app', { exact: true }).first())
    },
  },
  {
    name: 'film-request',
    path: ownerPath,
    as: 'ada',
    steps: async (page) => {
      await setApp(true)
      await page.locator('main a[href^="/admin/requests/"]').first().click()
      const replay = page.getByRole('button', { name: 'Replay', exact: true })
      await replay.click()
      await page.getByText('A different answer came back').waitFor()
      await scrollTo(replay)
    },
    after: () => setApp(false),
  },
]

/** Scrolls until an element is in the middle of the window. */
async function scrollTo(part: Locator): Promise<void> {
  await part.waitFor()
  await part.evaluate((element) => element.scrollIntoView({ block: 'center' }))
}

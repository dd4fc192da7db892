import { webPaths } from '@culvert/schema/web-paths'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '../src/chromium.ts'
import { createCleanup } from '../src/cleanup.ts'
import { findCutWords, findFaults, findOverflow } from '../src/screenshots/faults.ts'
import { listScenes, type Scene } from '../src/screenshots/scenes.ts'
import { phone, setViewport, Stage, viewports } from '../src/screenshots/stage.ts'
import { createWorld, type World } from '../src/screenshots/world.ts'

const cleanup = createCleanup()
let world: World

const withoutQuery = ({ path }: Scene) => path.replace(/\?.*/, '')

beforeAll(async () => {
  world = await createWorld(cleanup)
})

describe('the list of scenes', () => {
  it('contains every route', () => {
    const seen = new Set(
      listScenes({
        ...world,
        inviteToken: '',
        errorPath: '/admin/errors',
        verifyPath: '/verify-email',
      }).map(withoutQuery),
    )
    expect(Object.values(webPaths).filter((path) => path !== webPaths.admin && !seen.has(path))).toEqual([])
  })
})

describe('each screen', () => {
  it('has no fault that axe finds, and does not scroll sideways on a phone or at 200 %', async () => {
    const stage = new Stage(await launchBrowser(), world)
    cleanup.defer(() => stage.close())
    const paths = new Set<string>()
    const firstOfEach = listScenes(world).filter((scene) => {
      const isNew = !paths.has(withoutQuery(scene))
      paths.add(withoutQuery(scene))
      return isNew
    })
    const faults: string[] = []
    const inspect = async (scene: Scene, index: number) => {
      const look = { ...phone, colorScheme: index % 2 === 0 ? ('light' as const) : ('dark' as const) }
      const page = await stage.show(scene, look)
      faults.push(...(await findFaults(page)).map((fault) => `${scene.name} (${look.colorScheme}): ${fault}`))
      // Half of a desktop's 1440 pixels.
      await setViewport(page, { ...look, width: 720 })
      const overflow = await findOverflow(page)
      if (overflow) faults.push(`${scene.name} at 200 %: ${overflow}`)
    }
    // Each person has a separate page, so that none waits for another's.
    const byViewer = Map.groupBy(firstOfEach.entries(), ([, { as }]) => as)
    await Promise.all(
      [...byViewer.values()].map(async (scenes) => {
        for (const [index, scene] of scenes) await inspect(scene, index)
      }),
    )
    expect(faults).toEqual([])
  }, 300_000)
})

/** The longest name, without a place to break. */
const longName = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerk'

/** Gives everything that people name this name, and every counter of a long history its figure, in the answers of the API. */
async function lengthen(page: Page): Promise<void> {
  await page.route('**/graphql', async (route) => {
    const response = await route.fetch()
    const body = (await response.text())
      .replaceAll(/"(fullName|firstName|lastName|accountName|invitedByName)":"[^"]+"/g, `"$1":"${longName}"`)
      .replaceAll(/"name":"(?!Early Access"|Pro"|Custom")[^"]+"/g, `"name":"${longName}"`)
      .replaceAll(/"email":"[^"]+"/g, `"email":"${longName}@example.com"`)
      .replaceAll(/"(requestCount|apiRequests|dataOut|dataInBytes|dataOutBytes)":\d+/g, '"$1":98765432')
    await route.fulfill({ response, body })
  })
}

describe('a name of 54 letters', () => {
  it('is nowhere cut off without an ellipsis, on a desktop or a phone', async () => {
    const stage = new Stage(await launchBrowser(), world)
    cleanup.defer(() => stage.close())
    const scenes = listScenes(world).filter(
      ({ as, path, name }) => as === 'ada' && path.startsWith('/admin') && /^[a-z-]+$/.test(name),
    )
    const screens = [...Map.groupBy(scenes, withoutQuery).values()].map(([first]) => ({ ...first!, steps: undefined }))
    const faults = new Set<string>()
    let named = 0
    let page: Page | undefined
    for (const scene of screens) {
      const wide = viewports[0]!
      if (!page) {
        page = await stage.show(scene, wide)
        await lengthen(page)
      }
      await stage.show(scene, wide)
      if ((await page.getByText(longName).count()) > 0) named += 1
      for (const look of [wide, { ...wide, ...phone }]) {
        await setViewport(page, look)
        for (const fault of await findCutWords(page)) faults.add(`${scene.name} (${look.width} px): ${fault}`)
      }
    }
    expect(named).toBeGreaterThan(8)
    expect([...faults]).toEqual([])
  }, 300_000)
})

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { openBrowser } from '../src/browser.ts'
import { launchBrowser } from '../src/chromium.ts'
import { createCleanup } from '../src/cleanup.ts'
import { openAs } from '../src/dashboard.ts'
import { projectFolder } from '../src/processes.ts'
import { findFaults, findOverflow } from '../src/screenshots/faults.ts'
import { listScenes, type Scene } from '../src/screenshots/scenes.ts'
import { phone, setLook, Stage } from '../src/screenshots/stage.ts'
import { createWorld, type World } from '../src/screenshots/world.ts'

const cleanup = createCleanup()
const browser = openBrowser(cleanup)
let world: World

const withoutQuery = ({ path }: Scene) => path.replace(/\?.*/, '')

beforeAll(async () => {
  world = await createWorld(cleanup)
})

describe('the list of scenes', () => {
  it('has every route', async () => {
    const source = await readFile(join(projectFolder, 'web/src/routes.tsx'), 'utf8')
    const routes = [...source.matchAll(/screen\(\s*'(\/[^'*:]*)/g)].map(([, path = '']) =>
      path.replace(/(?<=.)\/$/, ''),
    )
    const seen = new Set(listScenes({ inviteToken: '', errorPath: '/admin/errors' }).map(withoutQuery))
    expect(routes.length).toBeGreaterThan(25)
    expect(routes.filter((path) => path !== '/admin' && !seen.has(path))).toEqual([])
  })
})

describe('each screen', () => {
  it('has no fault that axe knows, and does not scroll sideways on a phone or at 200 %', async () => {
    const chromium = await launchBrowser()
    cleanup.defer(() => chromium.close())
    const stage = new Stage(chromium, world)
    const paths = new Set<string>()
    const firstOfEach = listScenes(world).filter((scene) => {
      const isNew = !paths.has(withoutQuery(scene))
      paths.add(withoutQuery(scene))
      return isNew
    })
    const faults: string[] = []
    for (const [index, scene] of firstOfEach.entries()) {
      const look = { ...phone, colorScheme: index % 2 === 0 ? ('light' as const) : ('dark' as const) }
      const page = await stage.show(scene, look)
      faults.push(...(await findFaults(page)).map((fault) => `${scene.name} (${look.colorScheme}): ${fault}`))
      // Half of a desktop's 1440 pixels.
      await setLook(page, { ...look, width: 720 })
      const overflow = await findOverflow(page)
      if (overflow) faults.push(`${scene.name} at 200 %: ${overflow}`)
    }
    expect(faults).toEqual([])
  }, 300_000)
})

describe('the keyboard alone', () => {
  it('opens a dialog, stays within it, and returns to where it was', () =>
    browser(async (page) => {
      await openAs(page, world.site, world.ada, '/admin/gateway')
      await page.getByRole('button', { name: 'Delete gateway demo' }).focus()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Delete Gateway' })
      await dialog.getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).waitFor()
      for (const name of ['Delete gateway', 'Close', 'Cancel']) {
        await page.keyboard.press('Tab')
        await dialog.getByRole('button', { name }).and(page.locator(':focus')).waitFor()
      }
      expect((await findFaults(page)).join('\n')).toBe('')
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Delete gateway demo' }).and(page.locator(':focus')).waitFor()
    }))

  it('skips the navigation, and opens and leaves a menu', () =>
    browser(async (page) => {
      await openAs(page, world.site, world.ada, '/admin/agents')
      await page.reload()
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.locator('main:focus').waitFor()
      await page.getByRole('button', { name: /^Account menu/ }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('menuitem', { name: 'Your Profile' }).waitFor()
      await page.keyboard.press('Escape')
      await page
        .getByRole('button', { name: /^Account menu/ })
        .and(page.locator(':focus'))
        .waitFor()
    }))
})

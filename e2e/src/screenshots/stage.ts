import type { Browser, BrowserContext, Page } from 'playwright-core'
import { closeContext } from '../browser.ts'
import { openAs, waitUntilLoaded } from '../dashboard.ts'
import type { Scene, Viewer } from './scenes.ts'
import type { World } from './world.ts'

/** The width of a window, and whether it is light or dark. */
export interface Viewport {
  width: number
  height: number
  colorScheme: 'light' | 'dark'
}

/** A look, with the name that is part of the pictures' names. */
export interface NamedViewport extends Viewport {
  name: string
  /** Whether pictures are taken only on request. */
  isExtra?: boolean
}

const desktop = { width: 1440, height: 900 }

/** The width of the narrowest phones. */
export const phone = { width: 360, height: 740 }

/** The looks in which a screen is photographed. */
export const viewports: NamedViewport[] = [
  { name: 'desktop-light', ...desktop, colorScheme: 'light' },
  { name: 'desktop-dark', ...desktop, colorScheme: 'dark' },
  { name: 'phone-light', ...phone, colorScheme: 'light' },
  { name: 'phone-dark', ...phone, colorScheme: 'dark' },
  { name: 'narrow', width: 1024, height: 768, colorScheme: 'light', isExtra: true },
  { name: 'wide', width: 2560, height: 1440, colorScheme: 'light', isExtra: true },
]

/** Reports whether a window is as narrow as a phone's. */
export const isNarrow = ({ width }: Viewport) => width <= phone.width

/** Reports whether a scene is visible in a window of this width. */
export const isVisible = (scene: Scene, viewport: Viewport) => !scene.narrow || isNarrow(viewport)

/** Shows scenes, each person in a separate profile. */
export class Stage {
  readonly #browser: Browser
  readonly #world: World
  readonly #pages = new Map<Viewer, Promise<Page>>()

  constructor(browser: Browser, world: World) {
    this.#browser = browser
    this.#world = world
  }

  /** Opens a scene's page and takes its steps. */
  async show(scene: Scene, viewport: Viewport): Promise<Page> {
    const page = await this.#pageOf(scene.as)
    await resize(page, viewport)
    await page.goto(new URL(scene.path, this.#world.site.apiUrl).href)
    await waitUntilStable(page)
    await scene.steps?.(page)
    return page
  }

  /** Closes all pages, and the browser. */
  async close(): Promise<void> {
    await Promise.all(this.#browser.contexts().map(closeContext))
    await this.#browser.close()
  }

  #pageOf(viewer: Viewer): Promise<Page> {
    const page = this.#pages.get(viewer) ?? this.#enter(viewer)
    this.#pages.set(viewer, page)
    return page
  }

  async #enter(viewer: Viewer): Promise<Page> {
    // Without motion, nothing is photographed halfway.
    const context: BrowserContext = await this.#browser.newContext({ reducedMotion: 'reduce' })
    const page = await context.newPage()
    page.setDefaultTimeout(20_000)
    if (viewer !== 'visitor') await openAs(page, this.#world.site, this.#world[viewer], '/admin/auth-id')
    return page
  }
}

/** Changes the window's width and scheme, and waits until the page has settled again. */
export async function setViewport(page: Page, viewport: Viewport): Promise<void> {
  await resize(page, viewport)
  await waitUntilStable(page)
}

async function resize(page: Page, { width, height, colorScheme }: Viewport): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme })
}

/** Waits until nothing loads any more and everything drawn is on the screen. */
async function waitUntilStable(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await waitUntilLoaded(page)
  await page.evaluate(
    'document.fonts.ready.then(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))',
  )
}

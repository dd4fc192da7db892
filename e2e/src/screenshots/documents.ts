import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { projectFolder } from '../processes.ts'
import type { Scene } from './scenes.ts'
import { type Viewport, type Stage, setViewport } from './stage.ts'

/** The window of the pictures that documents show. */
const document = { width: 1280, height: 860 }

/** The pictures of the landing page end between two lines of text. Phones get a phone's pictures, at their screens' density. */
const landing = { width: 1280, height: 982 }
const landingPhone = { width: 360, height: 736, scale: 2 }

/** The pictures of the film are light in either scheme, and show part of the page so that their text is large enough. */
const film = { width: 800, height: 560 }
const filmPhone = { width: 360, height: 520, scale: 2 }

interface Size {
  width: number
  height: number
  /** Pixels of the picture for each pixel of the window. */
  scale?: number
}

interface Picture {
  scene: string
  size: Size
  colorScheme: Viewport['colorScheme']
  /** Relative to the project's folder. PNG for documents; WebP, at a third of the size, for visitors of the landing page. */
  file: string
}

const landingImages = 'web/src/features/marketing/images'

const pictures: Picture[] = [
  { scene: 'agents', size: document, colorScheme: 'light', file: 'docs/images/agents.png' },
  { scene: 'network-transfer', size: document, colorScheme: 'dark', file: 'docs/images/network-transfer.png' },
  { scene: 'domains', size: document, colorScheme: 'light', file: 'docs/images/domains.png' },
  ...(['light', 'dark'] as const).flatMap((colorScheme) => [
    { scene: 'agents', size: landing, colorScheme, file: `${landingImages}/agents-${colorScheme}.webp` },
    { scene: 'agents', size: landingPhone, colorScheme, file: `${landingImages}/agents-phone-${colorScheme}.webp` },
  ]),
  ...['visitor', 'cause', 'check', 'request'].flatMap((name) => [
    { scene: `film-${name}`, size: film, colorScheme: 'light' as const, file: `${landingImages}/film-${name}.webp` },
    {
      scene: `film-${name}`,
      size: filmPhone,
      colorScheme: 'light' as const,
      file: `${landingImages}/film-${name}-phone.webp`,
    },
  ]),
]

/** Retakes the pictures that are part of the project; returns their files. */
export async function writeDocumentPictures(stage: Stage, scenes: readonly Scene[]): Promise<string[]> {
  for (const { scene: name, size, colorScheme, file } of pictures) {
    const scene = scenes.find((one) => one.name === name)
    if (!scene) throw new Error(`There is no scene ${name} for ${file}.`)
    const look = { ...size, colorScheme }
    const page = await stage.show(scene, look)
    await setViewport(page, look)
    await writeFile(join(projectFolder, file), await capture(page, file, size))
    await scene.after?.(page)
  }
  return pictures.map(({ file }) => file)
}

/** Converts to WebP in the browser, because Playwright itself does not support it. */
async function capture(page: Page, file: string, { width, height, scale = 1 }: Size): Promise<Buffer> {
  if (!file.endsWith('.webp')) return await page.screenshot()
  // Of the window, not of the top of the page.
  const y = await page.evaluate<number>('scrollY')
  const devtools = await page.context().newCDPSession(page)
  const { data } = await devtools.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 85,
    clip: { x: 0, y, width, height, scale },
  })
  await devtools.detach()
  return Buffer.from(data, 'base64')
}

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { projectFolder } from '../processes.ts'
import type { Scene } from './scenes.ts'
import { type Look, type Stage, setLook } from './stage.ts'

/** The window of every picture that documents and the landing page show. */
const size = { width: 1280, height: 860 }

interface Picture {
  scene: string
  colorScheme: Look['colorScheme']
  /** From the project's folder. PNG for documents; WebP, at a third of the size, for visitors of the landing page. */
  file: string
}

const pictures: Picture[] = [
  { scene: 'agents', colorScheme: 'light', file: 'docs/images/agents.png' },
  { scene: 'network-transfer', colorScheme: 'dark', file: 'docs/images/network-transfer.png' },
  { scene: 'domains', colorScheme: 'light', file: 'docs/images/domains.png' },
  { scene: 'agents', colorScheme: 'light', file: 'web/src/marketing/images/agents-light.webp' },
  { scene: 'agents', colorScheme: 'dark', file: 'web/src/marketing/images/agents-dark.webp' },
]

/** Takes the pictures that are part of the project anew; returns their files. */
export async function writeDocumentPictures(stage: Stage, scenes: readonly Scene[]): Promise<string[]> {
  for (const { scene: name, colorScheme, file } of pictures) {
    const scene = scenes.find((one) => one.name === name)
    if (!scene) throw new Error(`There is no scene ${name} for ${file}.`)
    const look = { ...size, colorScheme }
    const page = await stage.show(scene, look)
    await setLook(page, look)
    await writeFile(join(projectFolder, file), await capture(page, file))
  }
  return pictures.map(({ file }) => file)
}

/** Playwright itself knows no WebP; the browser does. */
async function capture(page: Page, file: string): Promise<Buffer> {
  if (!file.endsWith('.webp')) return await page.screenshot()
  const devtools = await page.context().newCDPSession(page)
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 85 })
  await devtools.detach()
  return Buffer.from(data, 'base64')
}

import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Browser } from 'playwright-core'

/** How many pictures fit on a sheet, in columns of this width in pixels. */
interface Grid {
  columns: number
  columnWidth: number
  count: number
}

/** Puts pictures on contact sheets, so that many can be viewed together; returns the files that were written. */
export async function writeSheets(browser: Browser, folder: string, name: string, pictures: string[], grid: Grid) {
  const page = await browser.newPage()
  const files: string[] = []
  for (let first = 0; first < pictures.length; first += grid.count) {
    const cells = await Promise.all(pictures.slice(first, first + grid.count).map(renderCell))
    await page.setViewportSize({ width: grid.columns * (grid.columnWidth + 16) + 16, height: 600 })
    await page.setContent(renderSheet(cells, grid))
    const file = join(folder, `sheet-${name}-${String(files.length + 1).padStart(2, '0')}.png`)
    await writeFile(file, await page.screenshot({ fullPage: true }))
    files.push(file)
  }
  await page.close()
  return files
}

async function renderCell(file: string): Promise<string> {
  const picture = (await readFile(file)).toString('base64')
  return `<figure><figcaption>${basename(file, '.png')}</figcaption><img src="data:image/png;base64,${picture}"></figure>`
}

const renderSheet = (cells: string[], { columns, columnWidth }: Grid) => `<style>
  body { margin: 16px; font: 14px sans-serif; background: #888 }
  main { columns: ${columns}; column-gap: 16px }
  figure { margin: 0 0 16px; break-inside: avoid }
  img { width: ${columnWidth}px; display: block }
</style><main>${cells.join('')}</main>`

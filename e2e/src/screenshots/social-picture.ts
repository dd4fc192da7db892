import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { projectFolder } from '../processes.ts'

/** The size that link previews expect. */
const size = { width: 1200, height: 630 }

const file = 'web/public/social.png'

/** Draws the picture for previews of links to the public pages. It names no installation, because each has its own name. Returns its file. */
export async function writeSocialPicture(browser: Browser): Promise<string> {
  const mark = await readFile(join(projectFolder, 'web/public/favicon.svg'), 'utf8')
  const page = await browser.newPage({ viewport: size, colorScheme: 'light' })
  await page.setContent(draw(mark))
  await page.screenshot({ path: join(projectFolder, file) })
  await page.close()
  return file
}

const draw = (mark: string) => `<!doctype html><style>
  body { margin: 0; height: 100vh; box-sizing: border-box; padding: 56px 80px; background: #f7f9f9; color: #16232a;
    font-family: 'Noto Sans', 'DejaVu Sans', sans-serif; display: grid; align-content: space-between }
  svg { display: block; width: 120px }
  h1 { margin: 20px 0 0; font-size: 62px; line-height: 1.15; letter-spacing: -0.02em; font-weight: 640 }
  pre { margin: 0; padding: 32px 40px; border-radius: 18px; background: #0f2124; color: #d9e7e6;
    font: 28px/1.6 'DejaVu Sans Mono', monospace }
  b { color: #7fd1c7; font-weight: 400 }
  i { color: #8fa9ab; font-style: normal }
</style>
<div>${mark}<h1>A public URL for the app<br>on your machine</h1></div>
<pre><i>$</i> culvert http 3000
<i>Public URL </i> <b>https://calm-brook-7k2q.tunnels.example.com</b>
<i>Forwards to</i> http://localhost:3000</pre>`

/**
 * Unpacks the Chromium of @sparticuz/chromium into a folder named after its version, once, and prints three lines: the
 * executable, the folder of the libraries it needs on systems without NSS, and a font configuration.
 */
import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }

const folder = join(tmpdir(), `culvert-chromium-${manifest.devDependencies['@sparticuz/chromium']}`)

// The system's fonts, if there are any, and the package's own: its own configuration names folders of a cloud.
const fontConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${join(folder, 'fonts')}</dir>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`

if (!existsSync(folder)) await unpack()
process.stdout.write(`${join(folder, 'chromium')}\n${join(folder, 'al2023', 'lib')}\n${join(folder, 'fonts.conf')}\n`)

async function unpack(): Promise<void> {
  // Unpacked elsewhere and renamed, so that two concurrent test runs never see half a browser.
  const fresh = await mkdtemp(`${folder}-`)
  process.env.TMPDIR = fresh
  // Any Amazon runtime makes the package unpack the libraries too; it checks when it is imported.
  process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs24.x'
  const { default: chromium } = await import('@sparticuz/chromium')
  await chromium.executablePath()
  await writeFile(join(fresh, 'fonts.conf'), fontConfiguration)
  try {
    await rename(fresh, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
    await rm(fresh, { recursive: true, force: true })
  }
}

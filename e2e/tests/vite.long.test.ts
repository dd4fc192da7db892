import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { publicUrlPattern } from '../src/agent.ts'
import { openBrowser } from '../src/browser.ts'
import { createCleanup } from '../src/cleanup.ts'
import { type Site, createTempFolder, planSite, startStandalone } from '../src/culvert.ts'
import { writeViteProject, viteBin } from '../src/dev-servers.ts'
import { type Person, signUp } from '../src/people.ts'
import { findSparePorts } from '../src/ports.ts'
import { type RunningProcess, startNode } from '../src/processes.ts'
import { unpackAgent } from '../src/runtimes.ts'

const cleanup = createCleanup()
const browser = openBrowser(cleanup)
let site: Site
let ada: Person

beforeAll(async () => {
  site = await planSite(cleanup)
  await startStandalone(cleanup, site)
  ada = await signUp(site, 'Ada')
  await ada.createGateway('vite')
})

describe('the Vite plugin', () => {
  it('prints the public URL, which serves the page with updates even after a restart, and ends with Vite', async () => {
    const folder = await createTempFolder(cleanup)
    const edit = await writeViteProject(folder, 'first')
    const modules = join(folder, 'node_modules/@culvert')
    await mkdir(modules, { recursive: true })
    await rename(dirname(await unpackAgent(cleanup, site)), join(modules, 'agent'))
    const config = join(folder, 'vite.config.mjs')
    await writeFile(
      config,
      `import culvert from '@culvert/agent/vite'\nexport default { plugins: [culvert({ gateway: 'vite' })] }\n`,
    )
    const vite = await start(folder)
    const [, printed = ''] = await vite.waitForOutput(/Public:\s+(\S+)/)
    expect(printed).toMatch(publicUrlPattern)

    await browser(async (page) => {
      await page.goto(printed)
      await page.getByRole('heading', { name: 'first' }).waitFor()
      // This is gone if the page is reloaded: the change below is a hot update.
      await page.evaluate('window.isSame = true')
      await edit('second')
      await page.getByRole('heading', { name: 'second' }).waitFor()
      expect(await page.evaluate('window.isSame')).toBe(true)

      await writeFile(config, `${await readFile(config, 'utf8')}// Changed, which restarts the server.\n`)
      await vite.waitForOutput(/server restarted/)
      await edit('third')
      // Vite's client reconnects on its own.
      await page.getByRole('heading', { name: 'third' }).waitFor()
    })
    expect(vite.stderr).toBe('')
    vite.signal('SIGTERM')
    await vite.waitForExit()
    // The gateway is free immediately: the tunnel was closed, not lost.
    const again = await start(folder)
    await again.waitForOutput(/Public:\s+\S+/)
  })
})

async function start(folder: string): Promise<RunningProcess> {
  const [port = 0] = await findSparePorts(1)
  const { secret } = await ada.createAuthToken()
  const vite = startNode(viteBin, ['--port', String(port), '--strictPort'], {
    cwd: folder,
    env: { CULVERT_SERVER: site.apiUrl, CULVERT_AUTHTOKEN: secret, CULVERT_CONFIG_DIR: join(folder, 'none') },
  })
  cleanup.defer(() => vite.stop())
  return vite
}

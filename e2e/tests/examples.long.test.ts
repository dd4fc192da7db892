import { cp, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { publicUrlPattern } from '../src/agent.ts'
import { openBrowser } from '../src/browser.ts'
import { findChromium } from '../src/chromium.ts'
import { createCleanup } from '../src/cleanup.ts'
import { type Site, createTempFolder, planSite, startStandalone } from '../src/culvert.ts'
import { type Person, signUp } from '../src/people.ts'
import { findSparePorts } from '../src/ports.ts'
import { type RunningProcess, projectFolder, startProcess } from '../src/processes.ts'
import { unpackAgent } from '../src/runtimes.ts'
import { until } from '../src/until.ts'
import { visit } from '../src/visit.ts'

const installMs = 240_000

const cleanup = createCleanup()
const browser = openBrowser(cleanup)
let site: Site
let ada: Person
let agentPackage: string

beforeAll(async () => {
  site = await planSite(cleanup)
  await startStandalone(cleanup, site)
  ada = await signUp(site, 'Ada')
  agentPackage = dirname(await unpackAgent(cleanup, site))
})

describe('the examples', () => {
  it('give an Express app that does not listen on a port a public URL', { timeout: installMs }, async () => {
    const app = await start(await install('express'))
    const [url] = await app.waitForOutput(publicUrlPattern)
    const answer = await visit(url)
    expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { hello: '127.0.0.1', over: 'http' }])
    app.pressCtrlC()
    await app.waitForExit()
    expect(app.stderr).toBe('')
    // The tunnel was closed, not lost.
    expect((await visit(url)).status).toBe(404)
  })

  it(
    'give `next dev` a public URL whose page is interactive and updates when its source changes',
    { timeout: installMs },
    async () => {
      const folder = await install('next')
      const [port] = await findSparePorts(1)
      const app = await start(folder, { PORT: String(port), NEXT_TELEMETRY_DISABLED: '1' })
      const [url] = await app.waitForOutput(publicUrlPattern)
      await browser(async (page) => {
        page.setDefaultTimeout(60_000)
        await page.goto(url)
        await page.getByRole('button', { name: 'Clicked 0 times' }).click()
        await page.getByRole('button', { name: 'Clicked 1 times' }).waitFor()
        const source = join(folder, 'app/page.jsx')
        const changed = (await readFile(source, 'utf8')).replace('Clicked', 'Pressed')
        // The state survives a hot replacement. Next misses a file that is saved while it is still setting up its watcher.
        await until('the page has the saved change', async () => {
          await writeFile(source, changed)
          await page.getByRole('button', { name: 'Pressed 1 times' }).waitFor({ timeout: 5_000 })
          return true
        })
      })
      app.pressCtrlC()
      await app.waitForExit()
    },
  )

  it('test a shop with a browser and a webhook from outside', { timeout: installMs }, async () => {
    const folder = await install('playwright')
    const { executablePath, env } = await findChromium()
    const { LD_LIBRARY_PATH = '', FONTCONFIG_FILE = '' } = env ?? {}
    const tests = await start(folder, {
      CHROMIUM_PATH: executablePath ?? '',
      LD_LIBRARY_PATH,
      FONTCONFIG_FILE,
      NODE_OPTIONS: `--import=${await writeResolver(folder)}`,
    })
    await tests.waitForExit()
    expect(tests.stdout).toContain('1 passed')
  })
})

/** Copies an example and installs its dependencies, including the agent's package from the server. */
async function install(name: string): Promise<string> {
  const folder = join(await createTempFolder(cleanup), name)
  await cp(join(projectFolder, 'examples', name), folder, { recursive: true })
  const npm = startProcess('npm', ['install', '--no-audit', '--no-fund', agentPackage], { cwd: folder })
  cleanup.defer(() => npm.stop())
  expect([await npm.waitForExit(installMs), npm.stderr]).toEqual([{ code: 0, signal: null }, ''])
  return folder
}

/** Writes a module that makes Node resolve names below localhost, as browsers do, regardless of this machine's resolver. */
async function writeResolver(folder: string): Promise<string> {
  const file = join(folder, 'resolver.mjs')
  const code = `import dns from 'node:dns'
const { lookup } = dns
dns.lookup = (name, options, callback) => lookup(name.endsWith('.localhost') ? '127.0.0.1' : name, options, callback)`
  await writeFile(file, code)
  return file
}

async function start(cwd: string, env: Record<string, string> = {}): Promise<RunningProcess> {
  const { secret } = await ada.createAuthToken()
  const app = startProcess('npm', ['start'], {
    cwd,
    ownGroup: true,
    env: { CULVERT_SERVER: site.apiUrl, CULVERT_AUTHTOKEN: secret, CULVERT_CONFIG_DIR: join(cwd, 'none'), ...env },
  })
  cleanup.defer(() => app.stop())
  return app
}

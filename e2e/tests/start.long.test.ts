import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startApp } from '../src/apps.ts'
import { createCleanup } from '../src/cleanup.ts'
import { SiteDocument, ViewerAccountsDocument } from '../src/control/control.generated.ts'
import { type Site, createDataFolder, planSite, startStandalone, untilHealthy } from '../src/culvert.ts'
import { expose } from '../src/expose.ts'
import { type Person, signUp } from '../src/people.ts'
import { type RunningProcess, hasProcesses, projectFolder, startProcess } from '../src/processes.ts'
import { visit } from '../src/visit.ts'

const cleanup = createCleanup()

function npmStart(site: Site): RunningProcess {
  const npm = startProcess('npm', ['start'], { env: site.env, ownGroup: true })
  cleanup.defer(() => npm.kill())
  return npm
}

async function untilUp(npm: RunningProcess, site: Site): Promise<void> {
  await Promise.all([untilHealthy(npm, site.apiUrl), untilHealthy(npm, site.tunnelUrl)])
}

/** Makes every thread of a program except the main one throw from an unrelated callback when the main thread gets the signal. */
const throwing = `
import { isMainThread } from 'node:worker_threads'
const faults = new BroadcastChannel('faults')
faults.unref()
if (isMainThread) process.on('SIGUSR2', () => faults.postMessage(null))
else faults.onmessage = () => { throw new Error('nobody bears this') }
`

const readManifest = async (): Promise<unknown> =>
  JSON.parse(await readFile(join(projectFolder, 'package.json'), 'utf8'))

// The tests of this block build on each other, with one data folder.
describe('npm start', () => {
  let site: Site
  let running: RunningProcess
  let ada: Person
  /** Another installation, for starts that cannot succeed. */
  let other: Site
  const gateways = [expect.objectContaining({ name: 'kept', subdomain: 'kept-ada.culvert.localhost' })]

  it('prints its URLs, its data folder, and what to do next', async () => {
    site = await planSite(cleanup)
    site.env.CULVERT_DATA = await createDataFolder(cleanup)
    running = npmStart(site)
    await untilUp(running, site)
    await running.waitForOutput(/Ctrl-C/)
    expect(running.stdout).toContain(`Dashboard and API   ${site.apiUrl}\n`)
    expect(running.stdout).toContain(`Tunnels             ${site.tunnelUrl}\n`)
    expect(running.stdout).toContain(`Data                ${site.env.CULVERT_DATA}\n`)
    expect(running.stdout).toContain(`Next: open ${site.apiUrl}, sign up, and follow Getting Started.`)
    expect(running.stdout).toContain(`npx culvert login --server ${site.apiUrl}\n    npx culvert http 3000\n`)
  })

  it('creates a database with a plan and a domain in a new folder', async () => {
    ada = await signUp(site, 'Ada')
    await ada.createGateway('kept')
    const { viewer } = await ada.control.request(ViewerAccountsDocument, {})
    expect(viewer.memberships).toEqual([
      {
        role: 'super_admin',
        account: { id: ada.accountId, name: "Ada's account", namespace: 'ada', plan: { name: 'Early Access' } },
      },
    ])
    const settings = (await ada.control.request(SiteDocument, {})).site
    expect(settings.availableSubpointDomains).toEqual([{ domain: 'culvert.localhost', isDefault: true }])
    expect(await readManifest()).toMatchObject({ version: settings.version })
  })

  it('leaves nothing running after SIGTERM', async () => {
    running.signal('SIGTERM')
    await running.waitForExit()
    expect(hasProcesses(running)).toBe(false)
    await expect(fetch(site.apiUrl)).rejects.toThrow('fetch failed')
    await expect(fetch(site.tunnelUrl)).rejects.toThrow('fetch failed')
  })

  it('starts again with existing data, and keeps accounts, sessions and gateways', async () => {
    running = npmStart(site)
    await untilUp(running, site)
    // The previous session is still valid, so the signing keys are the same too.
    expect((await ada.readAgents()).gateways).toEqual(gateways)
  })

  it('ends with 0 on Ctrl-C, and leaves nothing running', async () => {
    running.pressCtrlC()
    const exit = await running.waitForExit()
    expect(hasProcesses(running)).toBe(false)
    expect(exit).toEqual({ code: 0, signal: null })
  })

  it('keeps sessions and gateways after a crash', async () => {
    running = await startStandalone(cleanup, site)
    await running.kill()
    running = await startStandalone(cleanup, site, `--import data:text/javascript,${encodeURIComponent(throwing)}`)
    expect((await ada.readAgents()).gateways).toEqual(gateways)
  })

  it('refuses a data folder that is in use, and names the process that uses it', async () => {
    other = await planSite(cleanup)
    const second = npmStart({ ...other, env: { ...other.env, CULVERT_DATA: site.env.CULVERT_DATA! } })
    expect(await second.waitForExit(60_000)).toEqual({ code: 1, signal: null })
    expect(second.stderr).toContain(
      `Culvert could not run: The data in ${site.env.CULVERT_DATA}/database is in use by process ${running.pid}. ` +
        'Stop that process, or set CULVERT_DATA to another folder.\n',
    )
  })

  it('finishes open requests for EDGE_DRAIN_SECONDS after SIGTERM', async () => {
    const draining: Site = await planSite(cleanup)
    Object.assign(draining.env, { EDGE_DRAIN_SECONDS: '20', LOG_LEVEL: 'info' })
    const server = await startStandalone(cleanup, draining)
    const app = await startApp(cleanup, (_request, response) => response.write('begun, '))
    const url = await expose(cleanup, draining, app)
    const answers = once(app.server, 'request')
    const visited = visit(url)
    const [, response] = (await answers) as [IncomingMessage, ServerResponse]
    server.signal('SIGTERM')
    await server.waitForOutput(/"graceMs":20000/)
    response.end('ended')
    expect(String((await visited).body)).toBe('begun, ended')
    expect(await server.waitForExit()).toEqual({ code: 0, signal: null })
  })

  it('treats empty variables as unset', async () => {
    const readme = await readFile(join(projectFolder, 'README.md'), 'utf8')
    const settings = [...readme.matchAll(/^\|((?: `[A-Z_]+`,?)+) \|/gm)].flatMap(
      ([, names = '']) => names.match(/[A-Z_]+/g) ?? [],
    )
    expect(settings.length).toBeGreaterThan(25)
    const { PORT = '', EDGE_HTTP_PORT = '', MAIL_OUTBOX_PORT = '', CULVERT_DATA = '' } = other.env
    const empty = Object.fromEntries([...settings, 'LOG_LEVEL', 'EDGE_PROCESSES'].map((name) => [name, '']))
    const npm = npmStart({ ...other, env: { ...empty, PORT, EDGE_HTTP_PORT, MAIL_OUTBOX_PORT, CULVERT_DATA } })
    await untilUp(npm, other)
    npm.pressCtrlC()
    expect(await npm.waitForExit()).toEqual({ code: 0, signal: null })
  })

  it('says what to do next at the public address, if a proxy in front has one', async () => {
    const CULVERT_PUBLIC_URL = 'https://culvert.example.com'
    const behind = await planSite(cleanup)
    const npm = npmStart({ ...behind, env: { ...behind.env, CULVERT_PUBLIC_URL } })
    await npm.waitForOutput(/Ctrl-C/)
    expect(npm.stdout).toContain(`Next: open ${CULVERT_PUBLIC_URL}, sign up`)
    expect(npm.stdout).toContain(`npx culvert login --server ${CULVERT_PUBLIC_URL}\n`)
    npm.pressCtrlC()
    expect(await npm.waitForExit()).toEqual({ code: 0, signal: null })
  })

  it.each(['PORT', 'EDGE_HTTP_PORT'] as const)(
    'refuses a port that is in use, and names its setting %s',
    async (setting) => {
      const second = npmStart({ ...other, env: { ...other.env, [setting]: site.env.PORT! } })
      expect(await second.waitForExit(60_000)).toEqual({ code: 1, signal: null })
      expect(second.stderr).toMatch(
        new RegExp(`^Culvert could not run: Port ${site.env.PORT} is in use.* set ${setting}\\b`, 'm'),
      )
    },
  )

  it('ends with 1 on an unexpected error in its edge, and says so', async () => {
    running.signal('SIGUSR2')
    expect(await running.waitForExit()).toEqual({ code: 1, signal: null })
    expect(running.stdout.match(/"msg":"the edge met a fault of its own and stops"/g)).toHaveLength(1)
    expect(running.stderr).toContain('Culvert could not run: The edge ended by itself (exit code 1).\n')
  })
})

describe('npx culvert', () => {
  it('runs from the checkout and prints its version', async () => {
    const command = startProcess('npx', ['culvert', '--version'])
    expect(await command.waitForExit()).toEqual({ code: 0, signal: null })
    expect(await readManifest()).toMatchObject({ version: command.stdout.trim() })
  })
})

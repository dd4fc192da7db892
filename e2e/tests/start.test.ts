import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { createCleanup } from '../src/cleanup.ts'
import { SiteDocument, ViewerAccountsDocument } from '../src/control/control.generated.ts'
import { type Site, isHealthy, planSite, startStandalone } from '../src/culvert.ts'
import { type Person, signUp } from '../src/people.ts'
import { type RunningProcess, hasProcesses, projectFolder, startProcess } from '../src/processes.ts'

const cleanup = createCleanup()

// The tests of this file tell one story, on one data folder.
describe('npm start', () => {
  let site: Site
  let running: RunningProcess
  let ada: Person

  it('makes a database on a fresh folder, and prints where everything is and what to do next', async () => {
    site = await planSite(cleanup)
    running = await npmStart(site)
    await running.waitForOutput(/Ctrl-C/)
    expect(running.stdout).toContain(`Dashboard and API   ${site.apiUrl}\n`)
    expect(running.stdout).toContain(`Tunnels             ${site.tunnelUrl}\n`)
    expect(running.stdout).toContain(`Data                ${site.env.CULVERT_DATA}\n`)
    expect(running.stdout).toContain(`Next: open ${site.apiUrl}, sign up, and follow Getting Started.`)
    expect(running.stdout).toContain(`npx culvert http 3000 --authtoken pk_… --server ${site.apiUrl}\n`)
  })

  it('seeds the plans, the domain and the version', async () => {
    ada = await signUp(site, 'Ada')
    const { viewer } = await ada.control.request(ViewerAccountsDocument, {})
    expect(viewer.memberships).toEqual([
      {
        role: 'super_admin',
        account: expect.objectContaining({ name: "Ada's account", namespace: 'ada', plan: { name: 'Early Access' } }),
      },
    ])
    const manifest: unknown = JSON.parse(await readFile(join(projectFolder, 'package.json'), 'utf8'))
    expect((await ada.control.request(SiteDocument, {})).site).toEqual({
      version: (manifest as { version: string }).version,
      availableSubpointDomains: [{ domain: 'culvert.localhost', isDefault: true }],
    })
  })

  it('leaves nothing running after SIGTERM', async () => {
    running.signal('SIGTERM')
    await running.waitForExit()
    expect(hasProcesses(running)).toBe(false)
    await expect(fetch(site.apiUrl)).rejects.toThrow('fetch failed')
    await expect(fetch(site.tunnelUrl)).rejects.toThrow('fetch failed')
  })

  it('starts in less than 5 seconds on data that is there, and keeps everything', async () => {
    const begin = Date.now()
    running = await npmStart(site)
    expect(Date.now() - begin).toBeLessThan(5000)
    // The session of before is still good, so accounts, users and signing keys are the same.
    expect((await ada.look()).gateways).toEqual([])
  })

  it('ends cleanly at Ctrl-C', async () => {
    const gateway = await ada.createGateway('kept')
    running.pressCtrlC()
    expect(await running.waitForExit()).toEqual({ code: 0, signal: null })
    expect(hasProcesses(running)).toBe(false)

    running = await startStandalone(cleanup, site)
    expect((await ada.look()).gateways).toEqual([
      expect.objectContaining({ name: 'kept', subdomain: gateway.subdomain }),
    ])
  })

  it('refuses a data folder that another one uses, and says so', async () => {
    const other = await planSite(cleanup)
    const second = await npmStart({ ...other, env: { ...other.env, CULVERT_DATA: site.env.CULVERT_DATA! } }, false)
    expect(await second.waitForExit()).toEqual({ code: 1, signal: null })
    expect(second.stderr).toContain('Culvert could not run: ')
    expect(second.stderr).toContain(site.env.CULVERT_DATA!)
    expect(second.stderr).toContain(String(running.pid))
  })

  it('names the setting of a port that is taken', async () => {
    const other = await planSite(cleanup)
    const second = await npmStart({ ...other, env: { ...other.env, PORT: site.env.PORT! } }, false)
    expect(await second.waitForExit()).toEqual({ code: 1, signal: null })
    expect(second.stderr).toMatch(new RegExp(`Culvert could not run: .*\\b${site.env.PORT}\\b.*\\bPORT\\b`))
  })

  it('comes back with everything after it was killed', async () => {
    await running.kill()
    await startStandalone(cleanup, site)
    expect((await ada.look()).gateways).toHaveLength(1)
  })
})

describe('npx culvert', () => {
  it('runs from the checkout and knows its version', async () => {
    const command = startProcess('npx', ['culvert', '--version'])
    expect(await command.waitForExit()).toEqual({ code: 0, signal: null })
    expect(command.stdout).toBe('1.0.2\n')
  })
})

async function npmStart(site: Site, healthy = true): Promise<RunningProcess> {
  const npm = startProcess('npm', ['start'], { env: site.env, ownGroup: true })
  cleanup.defer(() => npm.kill())
  if (healthy) await Promise.all([isHealthy(npm, site.apiUrl), isHealthy(npm, site.tunnelUrl)])
  return npm
}

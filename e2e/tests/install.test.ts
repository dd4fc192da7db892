import { delimiter, join } from 'node:path'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { startApp } from '../src/apps.ts'
import { createCleanup } from '../src/cleanup.ts'
import { type Site, createTempFolder, domain, planSite, startStandalone } from '../src/culvert.ts'
import { signUp } from '../src/people.ts'
import { type RunningProcess, startProcess } from '../src/processes.ts'
import { visit } from '../src/visit.ts'

const cleanup = createCleanup()
let site: Site
/** Where `npm install -g` puts things. */
let prefix: string
let packageUrl: string

/** Runs a command line as somebody does who has Node 20 and npm, and nothing of this checkout. */
function runElsewhere(commandLine: string, env: Record<string, string> = {}): RunningProcess {
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  const command = startProcess('sh', ['-c', `exec ${commandLine}`], {
    cwd: prefix,
    env: { ...env, PATH: [join(prefix, 'bin'), ...path].join(delimiter), npm_config_prefix: prefix },
  })
  cleanup.defer(() => command.stop())
  return command
}

beforeAll(async () => {
  site = await planSite(cleanup)
  prefix = await createTempFolder(cleanup)
  packageUrl = `${site.apiUrl}/download/culvert-1.0.2.tgz`
  await startStandalone(cleanup, site)
})

// The tests of this file tell one story: what one installs, the next runs.
describe('the agent that an installation serves', () => {
  it('is a package that caches keep for an hour', async () => {
    const { status, headers } = await fetch(packageUrl, { method: 'HEAD' })
    expect([status, headers.get('cache-control'), headers.get('content-type')]).toEqual([
      200,
      'max-age=3600',
      'application/gzip',
    ])
    const missing = await fetch(`${site.apiUrl}/download/culvert-0.0.1.tgz`)
    expect([missing.status, await missing.text()]).toEqual([
      404,
      'This installation has no such package: /download names the one that it serves.\n',
    ])
  })

  it('installs by npm into an empty place, without anything else', async () => {
    const install = runElsewhere(`npm install -g ${packageUrl}`)
    expect(await install.waitForExit()).toEqual({ code: 0, signal: null })
    expect(install.stdout).toContain('added 1 package')

    const version = runElsewhere('culvert --version')
    await version.waitForExit()
    expect(version.stdout).toBe('1.0.2\n')
  })

  it('opens a tunnel, and ends it when asked to', async () => {
    const app = await startApp(cleanup, (_request, response) => response.end('Hello from my machine'))
    const ada = await signUp(site, 'Ada')
    const { secret } = await ada.createAuthToken()
    const agent = runElsewhere(`culvert http ${app.port} --server ${site.apiUrl}`, { CULVERT_AUTHTOKEN: secret })
    const [publicUrl] = await agent.waitForOutput(new RegExp(`https?://[a-z0-9-]+\\.${domain}(:\\d+)?`))
    expect((await visit(publicUrl)).text).toBe('Hello from my machine')

    agent.signal('SIGTERM')
    expect(await agent.waitForExit()).toEqual({ code: 0, signal: null })
  })
})

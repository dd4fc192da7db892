import { writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { publicUrlPattern } from '../src/agent.ts'
import { startApp } from '../src/apps.ts'
import { openBrowser } from '../src/browser.ts'
import { createCleanup } from '../src/cleanup.ts'
import { type Site, createTempFolder, planSite, startStandalone } from '../src/culvert.ts'
import { openAs, takenOver } from '../src/dashboard.ts'
import { type Person, signUp } from '../src/people.ts'
import { type RunningProcess, startProcess } from '../src/processes.ts'
import { visit } from '../src/visit.ts'

const cleanup = createCleanup()
const browser = openBrowser(cleanup)
let site: Site
let ada: Person
let packageUrl: string
/** The home folder of a user who has never installed anything. */
let home: string

/** Runs a command line as a user with Node and npm does, without anything from this checkout. */
function runElsewhere(commandLine: string, env: Record<string, string> = {}): RunningProcess {
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  const prefix = join(home, 'npm')
  const command = startProcess('sh', ['-c', commandLine], {
    cwd: home,
    env: {
      ...env,
      HOME: home,
      PATH: [join(prefix, 'bin'), ...path].join(delimiter),
      npm_config_prefix: prefix,
      npm_config_update_notifier: 'false',
    },
  })
  cleanup.defer(() => command.stop())
  return command
}

/** Opens a tunnel by a command line, and resolves with the public URL that it prints. */
async function runTunnel(commandLine: string): Promise<string> {
  const agent = runElsewhere(commandLine)
  const [publicUrl] = await agent.waitForOutput(publicUrlPattern)
  agent.signal('SIGTERM')
  expect(await agent.waitForExit()).toEqual({ code: 0, signal: null })
  return publicUrl
}

const readClipboard = async (page: Page) => String(await page.evaluate('navigator.clipboard.readText()'))

/** Copies the commands that a page shows for a terminal, and returns their lines in reading order. */
async function copyCommands(page: Page, path: string): Promise<string[]> {
  await page.goto(site.apiUrl + path)
  const main = page.getByRole('main')
  await takenOver(page)
  await main
    .getByText(/culvert (login|http)/)
    .first()
    .waitFor()
  await page.evaluate("for (const part of document.querySelectorAll('main details')) part.open = true")
  const texts: string[] = []
  for (const button of await main.getByRole('button', { name: /^Copy (command|code) / }).elementHandles()) {
    await button.click()
    texts.push(await readClipboard(page))
  }
  expect(texts.join('\n')).not.toMatch(/pk_|--server (?!\S+$)/m)
  return texts.filter((text) => /^(culvert|npm|node|curl) /.test(text)).flatMap((text) => text.split('\n'))
}

beforeAll(async () => {
  site = await planSite(cleanup)
  home = await createTempFolder(cleanup)
  packageUrl = `${site.apiUrl}/download/culvert-agent-1.0.2.tgz`
  await startStandalone(cleanup, site)
  ada = await signUp(site, 'Ada')
})

// The tests of this file build on each other: what one installs, the next runs.
describe('the agent that an installation serves', () => {
  it('is a package that may be cached for an hour, and any other version gets 404', async () => {
    const { status, headers } = await fetch(packageUrl, { method: 'HEAD' })
    expect([status, headers.get('cache-control'), headers.get('content-type')]).toEqual([
      200,
      'max-age=3600',
      'application/gzip',
    ])
    const missing = await fetch(`${site.apiUrl}/download/culvert-agent-0.0.1.tgz`)
    expect([missing.status, await missing.text()]).toEqual([
      404,
      'This installation has no such package: /download names the one that it serves.\n',
    ])
  })

  it(
    'is installed and opens tunnels with every command that a page shows, as it is copied',
    () =>
      browser(async (page) => {
        await ada.createGateway('demo')
        await openAs(page, site, ada, '/admin/auth-id')
        // One command is for a package that was downloaded manually.
        const download = await fetch(packageUrl)
        await writeFile(join(home, 'culvert-agent-1.0.2.tgz'), new Uint8Array(await download.arrayBuffer()))

        const done = new Set<string>()
        const documents = ['getting-started', 'installation', 'basic-usage', 'advanced', 'domains']
        const paths = ['/', '/download', '/admin/getting-started', '/admin/agents']
        for (const path of [...paths, ...documents.map((id) => `/docs/${id}`)]) {
          for (const line of await copyCommands(page, path)) {
            if (done.has(line)) continue
            done.add(line)
            if (line.startsWith('culvert login')) await logIn(line, page)
            else await runPrinted(line)
          }
        }
        expect([...done]).toEqual(
          expect.arrayContaining([
            `npm install -g ${packageUrl}`,
            'npm install -g ./culvert-agent-1.0.2.tgz',
            'culvert --version',
            'npm prefix -g',
            `culvert login --server ${site.apiUrl}`,
            'culvert http 3000',
            'culvert http 3000 --gateway demo',
          ]),
        )
      }),
    120_000,
  )

  it('serves an app, and ends with 0 on SIGTERM', async () => {
    const app = await startApp(cleanup, (_request, response) => response.end('Hello from my machine'))
    const { secret } = await ada.createAuthToken()
    const agent = runElsewhere(`exec culvert http ${app.port} --server ${site.apiUrl}`, { CULVERT_AUTHTOKEN: secret })
    const [publicUrl] = await agent.waitForOutput(publicUrlPattern)
    expect((await visit(publicUrl)).text).toBe('Hello from my machine')

    agent.signal('SIGTERM')
    expect(await agent.waitForExit()).toEqual({ code: 0, signal: null })
  })
})

/** Runs a line that signs the machine in, and approves that on the dashboard. */
async function logIn(line: string, page: Page): Promise<void> {
  const command = runElsewhere(line)
  const [, code = ''] = await command.waitForOutput(/^ {2}(\w{4}-\w{4})$/m)
  await page.goto(`${site.apiUrl}/admin/connect?code=${code}`)
  await page.getByRole('button', { name: 'Approve' }).click()
  expect(await command.waitForExit()).toEqual({ code: 0, signal: null })
}

/** Runs a line that a page shows. */
async function runPrinted(line: string): Promise<void> {
  if (line.startsWith('culvert http')) {
    const publicUrl = await runTunnel(`exec ${line}`)
    if (line.includes('--gateway demo')) expect(publicUrl).toContain('demo-ada.')
    return
  }
  // It needs systemd and a configuration: service.long.test.ts runs it on a machine that has both.
  if (line === 'culvert service install') return
  const command = runElsewhere(line)
  expect([line, await command.waitForExit()]).toEqual([line, { code: 0, signal: null }])
  if (line.startsWith('npm install')) expect(command.stdout).toMatch(/added 1 package|changed 1 package/)
  if (line === 'culvert --version') expect(command.stdout).toBe('1.0.2\n')
}

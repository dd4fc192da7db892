import { readdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { openBrowser } from '../src/browser.ts'
import { createCleanup } from '../src/cleanup.ts'
import { createTempFolder } from '../src/culvert.ts'
import { openAs } from '../src/dashboard.ts'
import { findSparePorts } from '../src/ports.ts'
import { hasProcesses, startProcess } from '../src/processes.ts'
import { visit } from '../src/visit.ts'

const cleanup = createCleanup()
const browser = openBrowser(cleanup)
const greeting = 'Hello from an app that only this machine can reach.'

function npmRunDemo(args: string[], tempFolder: string, env: Record<string, string> = {}) {
  const demo = startProcess('npm', ['run', 'demo', ...args], { env: { TMPDIR: tempFolder, ...env }, ownGroup: true })
  cleanup.defer(() => demo.kill())
  return demo
}

/** Lists our own files in a temporary folder: Node and npm keep caches there too. */
async function leftovers(tempFolder: string): Promise<string[]> {
  return (await readdir(tempFolder)).filter((name) => name.startsWith('culvert'))
}

describe('npm run demo', () => {
  it('with --check prints the answer from the public URL, exits with 0, and leaves nothing behind', async () => {
    const tempFolder = await createTempFolder(cleanup)
    const demo = npmRunDemo(['--', '--check'], tempFolder)
    expect(await demo.waitForExit(60_000)).toEqual({ code: 0, signal: null })
    expect(demo.stdout).toMatch(/^GET http:\/\/hello-demo\.culvert\.localhost:\d+\/ answered 200: /m)
    expect(demo.stdout).toContain(greeting)
    expect(hasProcesses(demo)).toBe(false)
    expect(await leftovers(tempFolder)).toEqual([])
  })

  it('uses the given ports, prints URLs, sign-in and AuthID, and leaves nothing behind after Ctrl-C', async () => {
    const tempFolder = await createTempFolder(cleanup)
    const [apiPort = 0, edgePort = 0, securePort = 0] = await findSparePorts(3)
    const demo = npmRunDemo([], tempFolder, {
      PORT: String(apiPort),
      EDGE_HTTP_PORT: String(edgePort),
      EDGE_HTTPS_PORT: String(securePort),
    })
    await demo.waitForOutput(/Ctrl-C ends it/, 60_000)
    const [, publicUrl = ''] = await demo.waitForOutput(/Public URL +(\S+)/)
    const [, apiUrl = ''] = await demo.waitForOutput(/Dashboard +(\S+)/)
    const [, email = '', password = ''] = await demo.waitForOutput(/Sign in +(\S+) +\/ +(.+)/)
    expect(demo.stdout).toMatch(/AuthID +pk_[0-9a-f]{64}\n/)
    expect({ api: new URL(apiUrl).port, edge: new URL(publicUrl).port }).toEqual({
      api: String(apiPort),
      edge: String(edgePort),
    })
    expect((await visit(publicUrl)).text).toContain(greeting)
    const secureUrl = publicUrl.replace(/^http:(.*):\d+/, `https:$1:${securePort}`)
    expect((await visit(secureUrl, { curl: ['--insecure'] })).text).toContain(greeting)
    await browser(async (page) => {
      await openAs(page, { apiUrl }, { email, password }, '/admin/agents')
      await page
        .getByRole('table', { name: 'Active secure connections' })
        .getByText(new URL(publicUrl).hostname)
        .waitFor()
    })

    demo.pressCtrlC()
    await demo.waitForExit()
    expect(hasProcesses(demo)).toBe(false)
    expect(await leftovers(tempFolder)).toEqual([])
  })
})

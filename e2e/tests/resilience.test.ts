import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { type RunningAgent, startAgent } from '../src/agent.ts'
import { createCleanup } from '../src/cleanup.ts'
import { SiteDocument } from '../src/control/control.generated.ts'
import { type Site, planSite, startStandalone } from '../src/culvert.ts'
import { type Person, signUp } from '../src/people.ts'
import { findSparePorts } from '../src/ports.ts'
import { type RunningProcess, projectFolder, startProcess } from '../src/processes.ts'
import { until } from '../src/until.ts'
import { visit } from '../src/visit.ts'

// Everyday interruptions of tunnels. For others, and where they are tested, see docs/promises.md.

const cleanup = createCleanup()
let site: Site
let server: RunningProcess
let ada: Person
let secret: string

/** Runs a script that prints when it listens. */
async function startScript(script: string, port: number): Promise<RunningProcess> {
  const program = startProcess(process.execPath, ['-e', script, String(port)])
  cleanup.defer(() => program.stop())
  await program.waitForOutput(/listening/)
  return program
}

const app = `
require('node:http')
  .createServer((request, response) => response.end('app ' + process.pid))
  .listen(Number(process.argv[1]), '127.0.0.1', () => console.log('listening'))
`

/** A proxy that resolves every name to this machine. */
const proxy = `
const { createServer } = require('node:http')
const { connect } = require('node:net')
createServer()
  .on('connect', (request, client) => {
    const target = connect(Number(request.url.split(':')[1]), 'localhost', () => {
      client.write('HTTP/1.1 200 OK\\r\\n\\r\\n')
      client.pipe(target).pipe(client)
    })
    target.on('error', () => client.end('HTTP/1.1 502 Bad Gateway\\r\\n\\r\\n'))
    client.on('error', () => target.destroy())
  })
  .listen(Number(process.argv[1]), '127.0.0.1', () => console.log('listening'))
`

/** The NODE_OPTIONS of a server of a later version. */
const later = `--import data:text/javascript,${encodeURIComponent(`
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
const read = fs.readFileSync
fs.readFileSync = (path, ...rest) => {
  const content = read(path, ...rest)
  const isManifest = String(path) === '${pathToFileURL(join(projectFolder, 'package.json')).href}'
  return isManifest ? String(content).replace(/"version": "[^"]*"/, '"version": "99.0.0"') : content
}
syncBuiltinESMExports()
`)}`

beforeAll(async () => {
  site = await planSite(cleanup)
  // Not a name of this machine, so that agents with a proxy use it.
  site.env.CULVERT_TUNNEL_URL = `http://tunnel.test:${site.edgePort}`
  server = await startStandalone(cleanup, site)
  ada = await signUp(site, 'Ada')
  secret = (await ada.createAuthToken()).secret
})

const connectedTimes = ({ stdout }: RunningAgent) => stdout.match(/Z Connected$/gm)?.length ?? 0

describe('a tunnel', () => {
  let appPort: number
  let proxyPort: number
  let running: { app: RunningProcess; proxy: RunningProcess }
  let agent: RunningAgent
  let url: string

  beforeAll(async () => {
    ;[appPort = 0, proxyPort = 0] = await findSparePorts(2)
    running = { app: await startScript(app, appPort), proxy: await startScript(proxy, proxyPort) }
    const { subdomain } = await ada.createGateway('home')
    url = `http://${subdomain}:${site.edgePort}`
    agent = await startAgent(
      cleanup,
      { apiUrl: `http://culvert.test:${site.env.PORT}` },
      {
        port: appPort,
        secret,
        args: ['--gateway', 'home'],
        env: { HTTP_PROXY: `http://127.0.0.1:${proxyPort}` },
      },
    )
  })

  const answer = async () => (await visit(url)).text

  it('whose app restarts serves it again; meanwhile, visitors get 502 and the screen says why', async () => {
    expect(await answer()).toBe(`app ${running.app.pid}`)
    await running.app.kill()
    expect((await visit(url)).status).toBe(502)
    await agent.waitForOutput(
      new RegExp(`Z A visitor got an error: nothing listens on http://localhost:${appPort}\\.$`, 'm'),
    )
    running.app = await startScript(app, appPort)
    expect(await answer()).toBe(`app ${running.app.pid}`)
    expect(connectedTimes(agent)).toBe(1)
  })

  it('reconnects once its proxy is restarted, and meanwhile says that the proxy could not be used', async () => {
    await running.proxy.kill()
    await agent.waitForOutput(/Z Reconnecting now: the edge closed the connection without saying why$/m)
    await agent.waitForOutput(
      new RegExp(
        `Z Reconnecting in \\d s: the proxy could not be used: nothing listens on http://127\\.0\\.0\\.1:${proxyPort}$`,
        'm',
      ),
    )
    running.proxy = await startScript(proxy, proxyPort)
    await until('the tunnel is back', async () => (await visit(url)).status === 200, 5_000)
    expect(connectedTimes(agent)).toBe(2)
  })

  it('is back at its hostname within 5 seconds of the upgrade of its server on the same data', async () => {
    expect(await server.stop()).toEqual({ code: 0, signal: null })
    await agent.waitForOutput(/Z Reconnecting in \d s: This edge is stopping\./)
    await agent.waitForOutput(
      /Z Reconnecting in \d s: \S+ cannot be reached: the proxy \S+ did not open a connection to \S+: it answered 502\.$/m,
    )
    server = await startStandalone(cleanup, site, later)
    const { site: started } = await ada.control.request(SiteDocument, {})
    expect(started.version).toBe('99.0.0')
    await until('the tunnel is back', async () => (await visit(url)).status === 200, 5_000)
    expect(await answer()).toBe(`app ${running.app.pid}`)
    expect(connectedTimes(agent)).toBe(3)
    expect(agent.exit).toBeUndefined()
  })
})

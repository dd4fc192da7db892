import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { startAgent } from '../src/agent.ts'
import { startApp } from '../src/apps.ts'
import { createCleanup } from '../src/cleanup.ts'
import { readCompose } from '../src/compose.ts'
import { createTempFolder, domain, untilHealthy, untilServed } from '../src/culvert.ts'
import { readProject } from '../src/image.ts'
import { signUp } from '../src/people.ts'
import { findSparePorts } from '../src/ports.ts'
import { projectFolder, type RunningProcess, startNode, startProcess } from '../src/processes.ts'
import { everythingIsHere } from '../src/public-installation.ts'
import { createDatabase } from '../src/database.ts'
import { until } from '../src/until.ts'
import { lookup, visit } from '../src/visit.ts'

const folder = 'deploy/several'
const names = { dashboard: 'culvert.example.test', tunnels: 'tunnels.example.test' }
const edgeNames = ['edge-1', 'edge-2'] as const
const apiNames = ['api-1', 'api-2'] as const
type EdgeName = (typeof edgeNames)[number]

const cleanup = createCleanup()
const compose = readCompose(`${folder}/docker-compose.yml`)
const missing = ['haproxy', 'redis-server', 'openssl'].filter((name) => spawnSync(name, ['--version']).error)

/** The addresses in the network of the containers, and those on this machine that replace them. */
const addresses = new Map<string, string>()
/** The port that HAProxy opens to the world. */
let securePort: number
let certificate: string
let data: string
/** The settings by the operator. */
let given: Record<string, string>
const operations = new Map<EdgeName, number>()
const programs = new Map<string, RunningProcess>()
let balancer: RunningProcess
let publicUrl: string

/** Replaces the addresses of other containers with those on this machine. */
const relocate = (text: string): string =>
  [...addresses].reduce((moved, [container, here]) => moved.replaceAll(container, here), text)

/** Creates a self-signed certificate for all names, with its key in the same folder. */
function createCertificate(into: string): string {
  mkdirSync(into, { recursive: true })
  const hosts = [names.dashboard, names.tunnels, `*.${names.tunnels}`, `*.${domain}`]
  const [file, key] = [join(into, 'all.crt'), join(into, 'all.key')]
  const subject = ['-subj', '/CN=test', '-addext', `subjectAltName=${hosts.map((host) => `DNS:${host}`).join(',')}`]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  execFileSync('openssl', ['req', ...kind, ...subject, '-keyout', key, '-out', file], { stdio: 'ignore' })
  return file
}

/** Starts a program of the compose file as its container would. */
async function start(name: string, more: Record<string, string>): Promise<RunningProcess> {
  const filled = Object.entries(compose.fillEnvironment(name, given)).map(([key, value]) => [key, relocate(value)])
  const env: Record<string, string> = { ...Object.fromEntries(filled), ...more }
  const [script = ''] = compose.readService(name).command.split(' ').slice(1)
  const program = startNode(join(projectFolder, script), [], { env })
  cleanup.defer(() => program.stop())
  programs.set(name, program)
  return program
}

async function startApi(name: (typeof apiNames)[number]): Promise<void> {
  const url = `http://${addresses.get(`${name}:4000`)}`
  const CULVERT_DATA = join(data, name)
  await untilHealthy(await start(name, { PORT: new URL(url).port, MAIL_OUTBOX_PORT: '0', CULVERT_DATA }), url)
}

async function startEdge(name: EdgeName): Promise<void> {
  const [plain = '', secure = ''] = [8080, 8443].map((port) => addresses.get(`${name}:${port}`)?.split(':')[1])
  const program = await start(name, {
    CULVERT_DATA: join(data, name),
    EDGE_HTTP_PORT: plain,
    EDGE_HTTPS_PORT: secure,
    EDGE_OPERATIONS_PORT: String(operations.get(name)),
    EDGE_TLS_FOLDER: join(data, 'tls/edges'),
    EDGE_PROCESSES: '1',
    EDGE_DRAIN_SECONDS: '6',
    NODE_EXTRA_CA_CERTS: certificate,
  })
  await untilServed(program, `http://127.0.0.1:${operations.get(name)}/readyz`)
}

const hasTunnel = async (name: EdgeName) => {
  const metrics = await (await fetch(`http://127.0.0.1:${operations.get(name)}/metrics`)).text()
  return /^culvert_edge_tunnels 1$/m.test(metrics)
}

const visitHere = (url: string, ...more: string[]) =>
  visit(url, { curl: ['--cacert', certificate, '--connect-to', '::127.0.0.1:', '--max-time', '10', ...more] })

/** Resolves once HAProxy has noticed that an API is there, or that it is gone. */
const untilNoticed = (name: string, state: 'UP' | 'DOWN') =>
  balancer.waitForOutput(new RegExp(`Server apis/${name} is ${state}(?!.*Server apis/${name} is)`, 's'))

/** Visits URLs in turn, repeatedly, while something happens. Returns the outcome of each visit. */
async function visitMeanwhile(
  urls: string | readonly string[],
  happening: () => Promise<unknown>,
  ...curl: string[]
): Promise<(number | string)[]> {
  const outcomes: (number | string)[] = []
  const over = new AbortController()
  const turns = [urls].flat()
  const visits = (async () => {
    while (!over.signal.aborted || outcomes.length < 20)
      outcomes.push(
        await visitHere(turns[outcomes.length % turns.length] ?? '', ...curl).then(
          ({ status }) => status,
          (error: Error) => error.message,
        ),
      )
  })()
  await happening()
  over.abort()
  await visits
  return outcomes
}

/** Returns the line for an address at which HAProxy listens for other containers. */
const listenAt = (place: string) => `bind ${addresses.get(place)}`

/** Returns the configuration of the checkout, with the addresses of this machine. */
function writeConfiguration(plainPort: number): string {
  const text = readProject(`${folder}/haproxy.cfg`)
    .replaceAll(
      /(edge-\d)(:8443 .*check port) 9464/g,
      (_, name: EdgeName, rest: string) => `${name}${rest} ${operations.get(name)}`,
    )
    .replace('bind :443', `bind 127.0.0.1:${securePort}`)
    .replace('bind :80\n', `bind 127.0.0.1:${plainPort}\n`)
    .replace('bind :4000', listenAt('balancer:4000'))
    .replaceAll('abns@culvert-dashboard', `unix@${join(data, 'dashboard.sock')}`)
    .replace('/etc/culvert/tls/dashboard.pem', join(data, 'dashboard.pem'))
  return relocate(text)
}

const stop = async (name: string) => await programs.get(name)?.stop()

describe.skipIf(missing.length > 0)(
  missing.length > 0
    ? `two edges and two APIs behind HAProxy (no ${missing.join(', ')})`
    : 'two edges and two APIs behind HAProxy',
  () => {
    beforeAll(async () => {
      const ports = await findSparePorts(12)
      const take = (): number => ports.pop() ?? 0
      data = await createTempFolder(cleanup)
      certificate = createCertificate(join(data, 'tls/edges'))
      await writeFile(
        join(data, 'dashboard.pem'),
        [certificate, certificate.replace(/crt$/, 'key')].map((file) => readFileSync(file, 'utf8')).join(''),
      )
      for (const name of edgeNames) operations.set(name, take())
      for (const place of ['balancer:4000', 'redis:6379']) addresses.set(place, `127.0.0.1:${take()}`)
      for (const name of apiNames) addresses.set(`${name}:4000`, `127.0.0.1:${take()}`)
      for (const name of edgeNames) {
        addresses.set(`${name}:8080`, `127.0.0.1:${take()}`)
        addresses.set(`${name}:8443`, `127.0.0.1:${take()}`)
      }
      securePort = take()
      const plainPort = take()
      const database = await createDatabase(cleanup)
      if (database === undefined)
        throw new Error('There is no PostgreSQL on this machine whose user postgres may come in.')
      given = {
        DASHBOARD_HOST: `${names.dashboard}:${securePort}`,
        TUNNEL_HOST: `${names.tunnels}:${securePort}`,
        TUNNEL_DOMAIN: domain,
        EDGE_1_HOST: `edge-1.${names.tunnels}:${securePort}`,
        EDGE_2_HOST: `edge-2.${names.tunnels}:${securePort}`,
        EDGE_SECRET: 'only for tests, the same for the API and the edge',
        SEALING_SECRET: 'only for tests, the same for both of the APIs',
        SMTP_URL: '',
        MAIL_FROM: 'no-reply@example.test',
        POSTGRES_PASSWORD: 'none',
      }
      addresses.set('postgres://culvert:none@postgres:5432/culvert', database)

      const redisPort = addresses.get('redis:6379')?.split(':')[1] ?? ''
      const redis = startProcess('redis-server', ['--port', redisPort, '--bind', '127.0.0.1', '--save', ''])
      cleanup.defer(() => redis.stop())
      await redis.waitForOutput(/Ready to accept connections/)

      const configuration = join(data, 'haproxy.cfg')
      await writeFile(configuration, writeConfiguration(plainPort))
      balancer = startProcess('haproxy', ['-db', '-f', configuration], {
        env: {
          DASHBOARD_HOST: names.dashboard,
          EDGE_1_HOST: `edge-1.${names.tunnels}`,
          EDGE_2_HOST: `edge-2.${names.tunnels}`,
        },
      })
      cleanup.defer(() => balancer.stop())
      // The first creates the tables.
      for (const name of apiNames) await startApi(name)
      await until(
        'HAProxy has an API',
        async () => (await fetch(`http://${addresses.get('balancer:4000')}/healthz`)).ok,
      )
      await Promise.all(edgeNames.map(startEdge))

      const app = await startApp(cleanup, (request, response) => {
        response.end(
          `${String(request.headers['x-forwarded-proto'])} for ${String(request.headers['x-forwarded-for'])}`,
        )
      })
      const ada = await signUp({ apiUrl: `http://${addresses.get('balancer:4000')}` }, 'Ada')
      const { secret } = await ada.createAuthToken()
      ;({ publicUrl } = await startAgent(
        cleanup,
        { apiUrl: `https://${names.dashboard}:${securePort}` },
        {
          port: app.port,
          secret,
          env: { NODE_EXTRA_CA_CERTS: certificate, NODE_OPTIONS: `--import ${everythingIsHere}` },
        },
      ))
      await until('the agent is at both edges', async () =>
        (await Promise.all(edgeNames.map(hasTunnel))).every(Boolean),
      )
    }, 120_000)

    it('serve the dashboard and its WebSockets with its own certificate', async () => {
      const url = `https://${names.dashboard}:${securePort}`
      expect(await visitHere(url)).toMatchObject({ status: 200 })
      const socket = new WebSocket(`${url.replace('https', 'wss')}/graphql`, 'graphql-transport-ws', {
        ca: readFileSync(certificate),
        lookup,
      })
      cleanup.defer(async () => socket.terminate())
      await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
      expect(socket.protocol).toBe('graphql-transport-ws')
    })

    it('serve visitors through either edge, and pass their addresses to the app', async () => {
      const { text } = await visitHere(publicUrl, '--interface', '127.0.0.9')
      expect(text).toBe('https for 127.0.0.9')
      for (const name of edgeNames) {
        const visits = () => readRequests(name)
        const before = await visits()
        await until(`a visitor came to ${name}`, async () => {
          expect((await visitHere(publicUrl)).status).toBe(200)
          return (await visits()) > before
        })
      }
    })

    it('serve every visitor while each edge is stopped in turn, and after it has stopped', async () => {
      for (const name of edgeNames) {
        // An edge without agents forwards requests to the other one until HAProxy has noticed.
        expect(new Set(await visitMeanwhile(publicUrl, () => stop(name)))).toEqual(new Set([200]))
        expect(new Set(await visitMeanwhile(publicUrl, async () => undefined))).toEqual(new Set([200]))
        await startEdge(name)
        await until(`the agent is back at ${name}`, () => hasTunnel(name))
      }
    })

    it('answer every request for the dashboard while each API is killed in turn', async () => {
      const url = `https://${names.dashboard}:${securePort}`
      const page = (await visitHere(`${url}/admin/agents`)).text
      const script = /<script type="module"[^>]* src="([^"]+)"/.exec(page)?.[1] ?? ''
      expect(script).toMatch(/^\/assets\//)
      const urls = [
        `${url}/admin/agents`,
        new URL(script, url).href,
        `${url}/graphql?query=${encodeURIComponent('{ site { brandName } }')}`,
      ]
      // Without it the API takes a GET for one that another site's page may have sent.
      const header = ['--header', 'apollo-require-preflight: true']
      for (const name of apiNames) {
        for (const each of apiNames) await untilNoticed(each, 'UP')
        const outcomes = await visitMeanwhile(urls, async () => await programs.get(name)?.kill(), ...header)
        expect(new Set(outcomes)).toEqual(new Set([200]))
        await untilNoticed(name, 'DOWN')
        await startApi(name)
      }
    })
  },
)

/** Returns how many requests an edge has answered. */
async function readRequests(name: EdgeName): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${operations.get(name)}/metrics`)).text()
  return Number(/^culvert_edge_requests_total\{status="2xx"\} (\d+)$/m.exec(metrics)?.[1] ?? 0)
}

import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { startAgent } from '../src/agent.ts'
import { type RecordingApp, startApp, startEcho, startRecorder } from '../src/apps.ts'
import { createCleanup } from '../src/cleanup.ts'
import {
  AddIpRestrictionDocument,
  RemoveIpRestrictionDocument,
  TrafficDocument,
} from '../src/control/control.generated.ts'
import { type Site, domain, planSite, startApi, startEdge } from '../src/culvert.ts'
import { expose } from '../src/expose.ts'
import { Load } from '../src/load.ts'
import { type Person, signUp } from '../src/people.ts'
import { type RunningProcess, projectFolder, startNode, startProcess } from '../src/processes.ts'
import { anyHost, twoReadings } from '../src/two-readings.ts'
import { until } from '../src/until.ts'
import { lookup, visit } from '../src/visit.ts'

const cleanup = createCleanup()
let site: Site
let api: RunningProcess
let edge: RunningProcess
let ada: Person
let secret: string

beforeAll(async () => {
  site = await planSite(cleanup)
  // The load of these tests is none that a limit is there for, and one process alone has the files that they limit.
  Object.assign(site.env, {
    EDGE_PROCESSES: '1',
    TUNNEL_REQUESTS_PER_MINUTE: '1000000',
    TUNNEL_REQUEST_BURST: '1000000',
  })
  const admin = startNode(
    join(projectFolder, 'api/src/admin/main.ts'),
    ['plans', 'update', 'Early Access', '--ip-restrictions', '5'],
    { env: site.env },
  )
  expect(await admin.waitForExit()).toMatchObject({ code: 0 })
  api = await startApi(cleanup, site)
  edge = await startEdge(cleanup, site)
  ada = await signUp(site, 'Ada')
  secret = (await ada.createAuthToken()).secret
})

describe('a request that could be read in two ways', () => {
  let app: RecordingApp
  let host: string

  beforeAll(async () => {
    app = await startRecorder(cleanup)
    host = new URL(await expose(cleanup, site, app)).hostname
  })

  const dial = (bytes: string) => {
    const socket = connect(site.edgePort, 'localhost')
    socket.write(bytes.replaceAll(anyHost, host), 'latin1')
    return socket
  }

  /** What the app has got so far. */
  async function whatArrived(): Promise<string> {
    // Comes by the same tunnel: what was sent before it has arrived.
    await text(dial(`GET /behind HTTP/1.1\r\nHost: ${anyHost}\r\nConnection: close\r\n\r\n`))
    const [before = '', behind] = app.received.split('GET /behind ')
    expect(behind).toMatch(/^HTTP\/1.1\r\n/)
    return before
  }

  it.each(twoReadings)('with %s is answered with %i, and the app gets not a byte', async (_, status, bytes) => {
    app.received = ''
    const answer = await text(dial(`${bytes}GET /hidden HTTP/1.1\r\nHost: ${anyHost}\r\n\r\n`))
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} .*\r\nConnection: close\r\n`, 's'))
    expect(answer.match(/^HTTP\/1.1 /gm)).toHaveLength(1)
    expect(await whatArrived()).toBe('')
  })

  it('is never whole for the app, where the fault comes when it has begun to read', async () => {
    app.received = ''
    const socket = dial(`POST / HTTP/1.1\r\nHost: ${anyHost}\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n01234\r\n`)
    await until('the app has the first chunk', () => Promise.resolve(app.received.includes('01234')))
    socket.write('5;\r\n01234\r\n0\r\n\r\n')
    expect(await text(socket)).toMatch(/^HTTP\/1.1 400 /)
    expect(await whatArrived()).toMatch(/\r\n\r\n5\r\n01234\r\n$/)
  })
})

describe('an address that an account refuses', () => {
  // All of 127.0.0.0/8 is this machine.
  const [denied, welcome] = ['127.0.0.9', '127.0.0.10']
  let url: string
  const visitFrom = async (address: string) => (await visit(url, { curl: ['--interface', address] })).status
  const statuses = async () => [await visitFrom(denied), await visitFrom(welcome)]

  it('loses its open WebSocket and every further request within 2 s; others notice nothing', async () => {
    const app = await startEcho(cleanup)
    url = (await startAgent(cleanup, site, { port: app.port, secret })).publicUrl
    const [refused, kept] = await Promise.all([denied, welcome].map((address) => openSocket(url, address)))
    if (refused === undefined || kept === undefined) throw new Error('The sockets are not open')
    const closed = once(refused, 'close')

    const begin = Date.now()
    await restrict(`${denied}/32`)
    await closed
    expect(await visitFrom(denied)).toBe(403)
    expect(Date.now() - begin).toBeLessThan(2_000)
    kept.send('still here')
    expect(String((await once(kept, 'message'))[0])).toBe('still here')
    kept.terminate()
    // ws answers those who do not ask for a WebSocket with 426.
    expect(await statuses()).toEqual([403, 426])
  })

  it('stays refused while the API is away, and by an edge that was killed and started again', async () => {
    await api.kill()
    expect(await statuses()).toEqual([403, 426])
    api = await startApi(cleanup, site)
    await edge.kill()
    edge = await startEdge(cleanup, site)
    await until('the agent is back', async () => (await visitFrom(welcome)) === 426)
    expect(await visitFrom(denied)).toBe(403)
  })

  it('may come again within 2 s once the restriction is removed', async () => {
    const id = await restrict('127.0.0.0/24')
    await until('the other is refused too', async () => (await visitFrom(welcome)) === 403, 2_000)
    await ada.control.request(RemoveIpRestrictionDocument, { input: { id } })
    await until('the other may come again', async () => (await visitFrom(welcome)) === 426, 2_000)
  })
})

describe('a gateway whose agent is not connected', () => {
  it('is offline after its edge was started again; a hostname of nobody is unknown', async () => {
    const { subdomain } = await ada.createGateway('quiet')
    await edge.kill()
    edge = await startEdge(cleanup, site)
    const codeAt = async (hostname: string) =>
      (await visit(`http://${hostname}:${site.edgePort}/`)).headers.get('x-culvert-error')
    expect(await codeAt(subdomain)).toBe('CULVERT_TUNNEL_OFFLINE')
    expect(await codeAt(`nobody.${domain}`)).toBe('CULVERT_HOST_UNKNOWN')
  })
})

describe('metering', () => {
  const body = 'x'.repeat(1_000)
  const slackMs = 2_000
  let bob: Person
  let url: string
  const readUsage = async () => (await bob.control.request(TrafficDocument, { accountId: bob.accountId })).account.usage

  beforeAll(async () => {
    bob = await signUp(site, 'Bob')
    const app = await startApp(cleanup, (_request, response) => response.end(body))
    const token = await bob.createAuthToken()
    url = (await startAgent(cleanup, site, { port: app.port, secret: token.secret })).publicUrl
  })

  it('has lost no more than 2 s of an edge that was killed under load while the API was away, and counted nothing twice', async () => {
    const load = new Load(url, 8)
    await load.untilVisits(100)
    await api.kill()
    const awayMs = Date.now()
    await until('what was counted without the API is old enough', async () =>
      load.visits.some(({ endedMs }) => endedMs > awayMs && endedMs < Date.now() - slackMs),
    )
    const killedMs = Date.now()
    await edge.kill()
    await load.end()
    api = await startApi(cleanup, site)
    edge = await startEdge(cleanup, site)
    await until('the agent is back', async () => (await visit(url)).status === 200)
    await untilStill(readUsage)
    const counted = await readUsage()
    const before = load.visits.filter(({ endedMs }) => endedMs < killedMs - slackMs)
    expect(before.length).toBeGreaterThan(0)
    expect(counted.apiRequests).toBeGreaterThan(before.length)
    // What was under way when it was killed may have been counted; the last visit was ours.
    expect(counted.apiRequests).toBeLessThanOrEqual(load.visits.length + 8 + 1)
    expect(counted.dataOutBytes).toBeLessThanOrEqual(load.bytes + (8 + 1) * body.length)
  })

  it('is exact to the byte over an API that was killed under load, a full disk, and an edge that is then told to end', async () => {
    const before = await readUsage()
    const load = new Load(url, 8)
    await load.untilVisits(100)
    await limitFiles(edge, 0)
    await load.untilVisits(load.visits.length + 100)
    await api.kill()
    await edge.waitForOutput(/usage that waits is kept in memory alone/)
    api = await startApi(cleanup, site)
    await limitFiles(edge, 'unlimited')
    await edge.waitForOutput(/usage that waits is kept on disk again/)
    await load.end()
    await edge.stop()
    const after = await readUsage()
    expect(edge.stdout.match(/kept in memory alone/g)).toHaveLength(1)
    expect(load.failures).toBe(0)
    expect(after.apiRequests - before.apiRequests).toBe(load.visits.length)
    expect(after.dataOutBytes - before.dataOutBytes).toBe(load.bytes)
  })
})

/** Has a process write no file beyond this size (setrlimit(2), RLIMIT_FSIZE). */
async function limitFiles({ pid }: RunningProcess, bytes: number | 'unlimited'): Promise<void> {
  const prlimit = startProcess('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`])
  expect(await prlimit.waitForExit()).toEqual({ code: 0, signal: null })
}

async function restrict(ipAddress: string): Promise<string> {
  const input = { accountId: ada.accountId, ipAddress }
  return (await ada.control.request(AddIpRestrictionDocument, { input })).addIpRestriction.ipRestriction.id
}

async function openSocket(url: string, localAddress: string): Promise<WebSocket> {
  const socket = new WebSocket(url.replace('http', 'ws'), { lookup, localAddress })
  await once(socket, 'open')
  return socket
}

/** Resolves when a reading is the same twice, with time between for an edge to report. */
async function untilStill<T>(read: () => Promise<T>): Promise<void> {
  await until('nothing is counted any more', async () => {
    const before = JSON.stringify(await read())
    await delay(2_500)
    return JSON.stringify(await read()) === before
  })
}

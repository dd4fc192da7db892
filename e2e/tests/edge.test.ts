import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { startAgent } from '../src/agent.ts'
import { type RecordingApp, startEcho, startRecorder } from '../src/apps.ts'
import { createCleanup } from '../src/cleanup.ts'
import { AddIpRestrictionDocument, RemoveIpRestrictionDocument } from '../src/control/control.generated.ts'
import { type Site, domain, planSite, startApi, startEdge } from '../src/culvert.ts'
import { expose } from '../src/expose.ts'
import { type Person, signUp } from '../src/people.ts'
import { type RunningProcess, projectFolder, startNode } from '../src/processes.ts'
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

  /** What the app has received so far. */
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

async function restrict(ipAddress: string): Promise<string> {
  const input = { accountId: ada.accountId, ipAddress }
  return (await ada.control.request(AddIpRestrictionDocument, { input })).addIpRestriction.ipRestriction.id
}

async function openSocket(url: string, localAddress: string): Promise<WebSocket> {
  const socket = new WebSocket(url.replace('http', 'ws'), { lookup, localAddress })
  await once(socket, 'open')
  return socket
}

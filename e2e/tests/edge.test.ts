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

describe('an ambiguous request', () => {
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

  /** Returns what the app has received so far. */
  async function whatArrived(): Promise<string> {
    // This uses the same tunnel: what was sent before it has arrived.
    await text(dial(`GET /behind HTTP/1.1\r\nHost: ${anyHost}\r\nConnection: close\r\n\r\n`))
    const [before = '', behind] = app.received.split('GET /behind ')
    expect(behind).toMatch(/^HTTP\/1.1\r\n/)
    return before
  }

  it.each(twoReadings)('with %s is answered with %i, and the app receives nothing', async (_, status, bytes) => {
    app.received = ''
    const answer = await text(dial(`${bytes}GET /hidden HTTP/1.1\r\nHost: ${anyHost}\r\n\r\n`))
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} .*\r\nConnection: close\r\n`, 's'))
    expect(answer.match(/^HTTP\/1.1 /gm)).toHaveLength(1)
    expect(await whatArrived()).toBe('')
  })

  it('never reaches the app whole, even if the fault comes after the app has begun to read', async () => {
    app.received = ''
    const socket = dial(`POST / HTTP/1.1\r\nHost: ${anyHost}\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n01234\r\n`)
    await until('the app has the first chunk', () => Promise.resolve(app.received.includes('01234')))
    socket.write('5;\r\n01234\r\n0\r\n\r\n')
    expect(await text(socket)).toMatch(/^HTTP\/1.1 400 /)
    expect(await whatArrived()).toMatch(/\r\n\r\n5\r\n01234\r\n$/)
  })
})

describe('an address that an account restricts', () => {
  // All of 127.0.0.0/8 is this machine.
  const [denied, welcome] = ['127.0.0.9', '127.0.0.10']
  let url: string
  const visitFrom = async (address: string) => (await visit(url, { curl: ['--interface', address] })).status
  const statuses = async () => [await visitFrom(denied), await visitFrom(welcome)]

  it('loses its open WebSocket and is refused within 2 s; other addresses are not affected', async () => {
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
    // ws answers requests that are not for a WebSocket with 426.
    expect(await statuses()).toEqual([403, 426])
  })

  it('stays refused while the API is down, and after the edge was killed and restarted', async () => {
    await api.kill()
    expect(await statuses()).toEqual([403, 426])
    api = await startApi(cleanup, site)
    await edge.kill()
    edge = await startEdge(cleanup, site)
    await until('the agent is back', async () => (await visitFrom(welcome)) === 426)
    expect(await visitFrom(denied)).toBe(403)
  })

  it('is served again within 2 s of the removal of the restriction', async () => {
    const id = await restrict('127.0.0.0/24')
    await until('the other is refused too', async () => (await visitFrom(welcome)) === 403, 2_000)
    await ada.control.request(RemoveIpRestrictionDocument, { input: { id } })
    await until('the other is served again', async () => (await visitFrom(welcome)) === 426, 2_000)
  })
})

describe('a gateway whose agent is not connected', () => {
  it('is offline, even after a restart of the edge; a hostname without a gateway is unknown', async () => {
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

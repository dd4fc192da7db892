import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Agent, type RequestOptions, request as httpRequest } from 'node:http'
import { delimiter, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { publicUrlPattern } from '../src/agent.ts'
import { type App, startApp } from '../src/apps.ts'
import { type Cable, createCable } from '../src/cable.ts'
import { createCleanup } from '../src/cleanup.ts'
import { madeUpContent } from '../src/content.ts'
import { type Site, planSite, startStandalone } from '../src/culvert.ts'
import { signUp } from '../src/people.ts'
import { findSparePorts } from '../src/ports.ts'
import { projectFolder, startProcess } from '../src/processes.ts'
import { type Runtime, runtimes, startedVersion, unpackAgent } from '../src/runtimes.ts'
import { lookup } from '../src/visit.ts'

const transferBytes = 100 * 1024 * 1024
const smallRequests = 5_000
/** The owners of the agents, in the order of the runtimes. */
const owners = ['Ada', 'Bea', 'Cleo', 'Dora']

const cleanup = createCleanup()
const visitors = new Agent({ keepAlive: true, maxSockets: 32 })
let site: Site
let cable: Cable
let app: App
const secrets: string[] = []
/** The path of the command in the package that the installation serves. */
let command: string
let transferDigest: string

beforeAll(async () => {
  cleanup.defer(() => visitors.destroy())
  const [edgePort = 0] = await findSparePorts(1)
  cable = await createCable(cleanup, edgePort)
  site = await planSite(cleanup, { tunnelPort: cable.port, edgePort })
  site.env.TUNNEL_REQUEST_BURST = '1000000'
  await startStandalone(cleanup, site)
  command = await unpackAgent(cleanup, site)
  app = await startLocalApp()
  // A free plan does not allow enough agents for all of them.
  for (const owner of owners) secrets.push((await (await signUp(site, owner)).createAuthToken()).secret)
  transferDigest = await digestOf(madeUpContent(0, transferBytes - 1))
})

describe('the packaged agent', () => {
  /** Cuts the connections of all agents when all have reached the same point. */
  let cutWhenAllArrived: () => Promise<void>
  const results = new Map<string, Promise<void>>()

  beforeAll(() => {
    cutWhenAllArrived = createBarrier(runtimes.length, () => {
      cable.cut()
      cable.restore()
    })
    for (const [index, runtime] of runtimes.entries()) {
      const carried = carry(runtime, secrets[index] ?? '')
      // The test of that runtime reports the error; an agent that never reaches the cut must not make the others wait.
      carried.catch(() => void cutWhenAllArrived())
      results.set(runtime.name, carried)
    }
  })

  it.each(runtimes)(
    'carries on $name 100 MB each way, 5,000 small requests, and a WebSocket across a cut, byte for byte',
    ({ name }) => results.get(name),
    240_000,
  )

  async function carry(runtime: Runtime, secret: string): Promise<void> {
    const version = startedVersion(runtime)
    expect(version).toMatch(new RegExp(`^v${runtime.name.slice('node'.length)}\\.`))
    const agent = startProcess(runtime.node, [command, 'http', String(app.port), '--server', site.apiUrl], {
      env: { CULVERT_AUTHTOKEN: secret },
    })
    cleanup.defer(() => agent.stop())
    const [publicUrl] = await agent.waitForOutput(publicUrlPattern)
    const url = Object.assign(new URL(publicUrl), { port: site.edgePort })

    expect(await digestOf(await visit(url, `/${transferBytes}.bin`))).toBe(transferDigest)
    const up = await visit(url, '/digest', { method: 'PUT' }, madeUpContent(0, transferBytes - 1))
    expect((await buffer(up)).toString()).toBe(transferDigest)

    const digest = createHash('sha256')
    const expected = createHash('sha256')
    for (let first = 0; first < smallRequests; first += 100) {
      const numbers = Array.from({ length: 100 }, (_, index) => first + index)
      const answers = await Promise.all(
        numbers.map(async (number) => await buffer(await visit(url, `/small/${number}`))),
      )
      for (const [index, number] of numbers.entries()) {
        digest.update(answers[index]!)
        expected.update(smallAnswer(number))
      }
    }
    expect(digest.digest('hex')).toBe(expected.digest('hex'))

    const socket = new WebSocket(`ws://${url.host}/echo`, { lookup })
    await once(socket, 'open')
    expect(await echo(socket, randomBytes(1024 * 1024))).toBe(true)
    await cutWhenAllArrived()
    // The session, and with it the socket, continues over another connection.
    expect(await echo(socket, randomBytes(256 * 1024))).toBe(true)
    socket.close()
    expect(await buffer(await visit(url, '/small/7'))).toEqual(smallAnswer(7))

    agent.signal('SIGTERM')
    expect({ exit: await agent.waitForExit(), stderr: agent.stderr }).toEqual({
      exit: { code: 0, signal: null },
      stderr: '',
    })
  }
})

describe('a Node for the programs of this checkout', () => {
  it('is an optional dependency for each system that README names', async () => {
    const readme = await readFile(join(projectFolder, 'README.md'), 'utf8')
    const named = /Node 20 or later with npm, on Linux \((.+?)\), macOS \((.+?)\) or Windows \((.+?)\)/.exec(readme)
    const platforms = ['linux', 'darwin', 'win32'].flatMap((os, index) =>
      (named?.[index + 1] ?? '').split(' or ').map((cpu) => `${os}-${cpu}`),
    )
    const { packages } = (await readJson('package-lock.json')) as {
      packages: Record<string, LockedPackage | undefined>
    }
    const brought = Object.keys(packages['']?.optionalDependencies ?? {}).map((name) => {
      const { os, cpu, bin, version = '', integrity } = packages[`node_modules/${name}`] ?? {}
      expect({ name, version, bin, integrity }).toEqual({
        name,
        version: expect.stringMatching(/^2[46]\./),
        bin: { node: expect.stringMatching(/^bin\/node(\.exe)?$/) },
        integrity: expect.stringMatching(/^sha512-/),
      })
      return `${String(os)}-${String(cpu)}`
    })
    expect(platforms).toHaveLength(5)
    expect(brought.toSorted()).toEqual(platforms.toSorted())
  })

  it('is what npm runs scripts with, even if npm itself runs on Node 20', async () => {
    const [oldest] = runtimes
    expect(oldest?.name).toBe('node20')
    const system = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
    const npm = startProcess('npm', ['exec', '--offline', '--call', 'node --print process.version'], {
      env: { PATH: [dirname(oldest?.node ?? ''), ...system].join(delimiter) },
    })
    cleanup.defer(() => npm.stop())
    expect((await npm.waitForExit()).code, npm.stderr).toBe(0)
    expect(npm.stdout.trim()).toBe(process.version)
  })
})

/** Starts an app that answers the visits below; an exact answer for each number shows that none was mixed up. */
async function startLocalApp(): Promise<App> {
  const local = await startApp(cleanup, (request, response) => {
    const [, small, bytes] = /^\/(?:small\/(\d+)|(\d+)\.bin)$/.exec(request.url ?? '') ?? []
    if (small !== undefined) response.end(smallAnswer(Number(small)))
    else if (bytes !== undefined) pipeline(madeUpContent(0, Number(bytes) - 1), response).catch(() => {})
    else void digestOf(request).then((digest) => response.end(digest))
  })
  const sockets = new WebSocketServer({ server: local.server })
  sockets.on('connection', (socket) => {
    socket.on('message', (data) => socket.send(data, { binary: true }))
  })
  cleanup.defer(() => sockets.close())
  return local
}

/** Returns from a few bytes to 12 kB: some of what edge and agent treat as small, and some of the rest. */
function smallAnswer(number: number): Buffer {
  return Buffer.alloc(8 + ((number * 61) % 12_000), `${number},`)
}

async function visit(url: URL, path: string, options: RequestOptions = {}, body?: Readable): Promise<Readable> {
  const request = httpRequest(new URL(path, url), { agent: visitors, lookup, ...options })
  const answered = once(request, 'response')
  if (body === undefined) request.end()
  else await pipeline(body, request)
  const [response] = await answered
  expect(response.statusCode).toBe(200)
  return response
}

/** Returns a function that resolves for all callers once this many have called it, right after `then`. */
function createBarrier(count: number, then: () => void): () => Promise<void> {
  const met = Promise.withResolvers<void>()
  let missing = count
  return async () => {
    missing -= 1
    if (missing === 0) {
      then()
      met.resolve()
    }
    await met.promise
  }
}

async function echo(socket: WebSocket, message: Buffer): Promise<boolean> {
  const answered = once(socket, 'message')
  socket.send(message)
  const [answer] = await answered
  return message.equals(answer)
}

async function digestOf(stream: Readable): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(stream, hash)
  return hash.digest('hex')
}

const readJson = async (file: string): Promise<unknown> => JSON.parse(await readFile(join(projectFolder, file), 'utf8'))

interface LockedPackage {
  version?: string
  integrity?: string
  os?: string | string[]
  cpu?: string | string[]
  bin?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

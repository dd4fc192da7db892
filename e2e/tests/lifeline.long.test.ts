import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { type RunningAgent, startAgent } from '../src/agent.ts'
import { startApp } from '../src/apps.ts'
import { type Cable, createCable } from '../src/cable.ts'
import { createCleanup } from '../src/cleanup.ts'
import { madeUpContent } from '../src/content.ts'
import { planSite, startApi, startEdge } from '../src/culvert.ts'
import { signUp } from '../src/people.ts'
import { findSparePorts } from '../src/ports.ts'
import { lookup } from '../src/visit.ts'

const cleanup = createCleanup()
const mib = 1024 ** 2
const bytes = 64 * mib
let sha256: string
let cable: Cable
let agent: RunningAgent
/** The tunnel's URL at the edge itself, bypassing the cable of the agent. */
let url: string

beforeAll(async () => {
  sha256 = await sha256Of(madeUpContent(0, bytes - 1))
})

describe.each(['http', 'https'])('a tunnel over %s whose connection is lost', (scheme) => {
  beforeAll(async () => {
    const [edgePort = 0, securePort = 0] = await findSparePorts(2)
    cable = await createCable(cleanup, scheme === 'https' ? securePort : edgePort)
    const site = await planSite(cleanup, { tunnelPort: cable.port, edgePort })
    site.env.EDGE_HTTPS_PORT = String(securePort)
    site.env.CULVERT_TUNNEL_URL = `${scheme}://localhost:${cable.port}`
    await startApi(cleanup, site)
    await startEdge(cleanup, site)
    const app = await startApp(cleanup, (incoming, response) => {
      if (incoming.method === 'GET') void pipeline(madeUpContent(0, bytes - 1), response).catch(() => {})
      else void sha256Of(incoming).then((digest) => response.end(digest))
    })
    new WebSocketServer({ server: app.server }).on('connection', (socket) => {
      socket.on('message', (data) => socket.send(data))
    })
    const ada = await signUp(site, 'Ada')
    const { secret } = await ada.createAuthToken()
    const { subdomain } = await ada.createGateway('home')
    url = `http://${subdomain}:${edgePort}`
    agent = await startAgent(cleanup, site, { port: app.port, secret, args: ['--gateway', 'home'] })
  }, 60_000)

  it('resumes a WebSocket, a download and an upload after three cuts, without losing or repeating a byte', async () => {
    const chat = new Chat(await openSocket())
    const upload = request(url, { method: 'PUT', lookup, agent: false })
    const digest = once(upload, 'response').then(([response]) => text(response))
    const sent = pipeline(madeUpContent(0, bytes - 1), upload)
    const download = request(url, { lookup, agent: false }).end()
    const [response] = (await once(download, 'response')) as [IncomingMessage]
    const cuts = [8 * mib, 24 * mib, 48 * mib]
    let seen = 0
    response.on('data', (chunk: Buffer) => {
      seen += chunk.length
      if (seen < (cuts[0] ?? Number.POSITIVE_INFINITY)) return
      cuts.shift()
      cable.cut()
      cable.restore()
    })
    expect(await sha256Of(response)).toBe(sha256)
    await sent
    expect(await digest).toBe(sha256)
    expect(cuts).toEqual([])
    const { said, heard } = await chat.end()
    expect(heard).toEqual(said)
    expect(agent.stdout.match(/Reconnecting/g)).toHaveLength(3)
  })
})

describe('an agent that slept', () => {
  it('is back within 5 s of waking up, even if the connection died silently', async () => {
    const socket = await openSocket()
    agent.signal('SIGSTOP')
    cable.silence()
    // More than the 5 s by which the agent distinguishes sleep from a busy machine.
    await delay(6_500)
    agent.signal('SIGCONT')
    const woken = performance.now()
    socket.send('still there?')
    await once(socket, 'message')
    expect(performance.now() - woken).toBeLessThan(5_000)
    socket.terminate()
  })
})

/** Sends a number every few milliseconds, and records what it receives. */
class Chat {
  readonly #socket: WebSocket
  readonly #said: number[] = []
  readonly #heard: number[] = []
  readonly #timer: NodeJS.Timeout

  constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('message', (data) => this.#heard.push(Number(data)))
    this.#timer = setInterval(() => {
      socket.send(String(this.#said.length))
      this.#said.push(this.#said.length)
    }, 5)
  }

  /** Sends a hundred more numbers, and waits for the last answer. */
  async end() {
    const last = this.#said.length + 100
    while (this.#heard.length < last) await once(this.#socket, 'message')
    clearInterval(this.#timer)
    while (this.#heard.length < this.#said.length) await once(this.#socket, 'message')
    this.#socket.terminate()
    return { said: this.#said, heard: this.#heard }
  }
}

async function openSocket(): Promise<WebSocket> {
  const socket = new WebSocket(url.replace('http', 'ws'), { lookup })
  await once(socket, 'open')
  return socket
}

async function sha256Of(stream: Readable): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(stream, hash)
  return hash.digest('hex')
}

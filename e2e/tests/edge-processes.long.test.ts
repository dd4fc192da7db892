import { once } from 'node:events'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { beforeAll, describe, expect, it } from 'vitest'
import { type RunningAgent, startAgent } from '../src/agent.ts'
import { startApp } from '../src/apps.ts'
import { createCleanup } from '../src/cleanup.ts'
import { planSite, startApi } from '../src/culvert.ts'
import { type RunningEdge, startNamedEdge, visitEdge } from '../src/edges.ts'
import { startLoad } from '../src/edge-load.ts'
import { signUp } from '../src/people.ts'
import { findSparePorts } from '../src/ports.ts'
import { until } from '../src/until.ts'

const cleanup = createCleanup()
const downloadBytes = 3_000_000
let edge: RunningEdge
let agent: RunningAgent
let subdomain: string
let operationsPort: number
/** Ends the pause in the middle of each download. */
let proceed: () => void

beforeAll(async () => {
  const site = await planSite(cleanup)
  site.env.TUNNEL_REQUEST_BURST = '1000000'
  await startApi(cleanup, site)
  ;[operationsPort = 0] = await findSparePorts(1)
  edge = await startNamedEdge(cleanup, site, 'one', async () => ({
    EDGE_PROCESSES: '2',
    EDGE_OPERATIONS_PORT: String(operationsPort),
  }))
  const { promise, resolve } = Promise.withResolvers<void>()
  proceed = resolve
  const app = await startApp(cleanup, (asked, response) => {
    if (asked.url === '/download') {
      response.writeHead(200, { 'content-length': downloadBytes })
      response.write(Buffer.alloc(downloadBytes / 2))
      void promise.then(() => response.end(Buffer.alloc(downloadBytes / 2)))
      return
    }
    let body = ''
    asked.on('data', (chunk) => (body += chunk)).on('end', () => response.end(`${asked.method} ${asked.url} ${body}`))
  })
  const ada = await signUp(site, 'Ada')
  const { secret } = await ada.createAuthToken()
  subdomain = (await ada.createGateway('home')).subdomain
  agent = await startAgent(cleanup, site, { port: app.port, secret, args: ['--gateway', 'home'] })
})

describe('an edge of two processes', () => {
  it('holds a session of one agent in each', async () => {
    await until('there is a session in each', async () => (await countSessions()) === 2)
  })

  it('keeps serving while one of them hangs', async () => {
    const [hanging = 0] = await listProcesses()
    process.kill(hanging, 'SIGSTOP')
    try {
      const load = startLoad([edge], [subdomain])
      await load.untilMore(100)
      expect(await load.stop()).toEqual([])
    } finally {
      process.kill(hanging, 'SIGCONT')
    }
    await until('there is a session in each', async () => (await countSessions()) === 2)
  })

  it('loses only the visitors of a killed process, and has a session in each within 5 s of its return', async () => {
    const downloads = await Promise.all(Array.from({ length: 12 }, startDownload))
    const pids = await listProcesses()
    const holders = await Promise.all(downloads.map(({ port }) => findHolder(pids, port)))
    const lost = holders[0] ?? 0
    const load = startLoad([edge], [subdomain])
    await load.untilMore(50)
    process.kill(lost, 'SIGKILL')
    for (let asked = 0; asked < 50; asked += 1) {
      expect(await visitEdge(edge, subdomain, { path: '/after' })).toMatchObject({ status: 200 })
    }
    await until('it was started again', async () => {
      const isReady = (await fetch(`http://127.0.0.1:${operationsPort}/readyz`)).ok
      return isReady && (await listProcesses()).filter((pid) => pid !== lost).length === 2
    })
    const returnedMs = performance.now()
    await until('there is a session in each', async () => (await countSessions()) === 2)
    expect(performance.now() - returnedMs).toBeLessThan(5_000)
    proceed()
    const ends = await Promise.all(downloads.map(({ ended }) => ended))
    expect(ends).toEqual(holders.map((holder) => (holder === lost ? expect.any(Error) : downloadBytes)))
    // At most four were on their way to the killed process.
    expect((await load.stop()).length).toBeLessThanOrEqual(4)
    expect(agent.stdout).not.toContain('Reconnecting')
  })
})

/** Returns the number of agent sessions of all processes. */
async function countSessions(): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${operationsPort}/metrics`)).text()
  return Number(/^culvert_edge_tunnels (\d+)$/m.exec(metrics)?.[1])
}

/** Lists the processes of the edge that carry traffic. */
async function listProcesses(): Promise<number[]> {
  const { pid } = edge.program
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim()
  return children === '' ? [] : children.split(' ').map(Number)
}

/** Begins a download, which stops halfway. */
async function startDownload() {
  const { edgePort } = edge.site
  const headers = { host: `${subdomain}:${edgePort}` }
  const asking = request({ host: '127.0.0.1', port: edgePort, path: '/download', headers, agent: false }).end()
  const [response] = (await once(asking, 'response')) as [IncomingMessage]
  let received = 0
  const half = Promise.withResolvers<void>()
  const ended = new Promise<number | Error>((resolve) => {
    response.on('error', resolve).on('end', () => resolve(received))
    response.on('data', (chunk: Buffer) => {
      received += chunk.length
      if (received >= downloadBytes / 2) half.resolve()
    })
  })
  await half.promise
  return { port: response.socket.localPort ?? 0, ended }
}

/** Writes a port as `/proc/net/tcp` does. */
function toHex(port: number): string {
  return port.toString(16).toUpperCase().padStart(4, '0')
}

/** Returns the process that holds the edge's end of a visitor's connection, by the visitor's port. */
async function findHolder(pids: readonly number[], port: number): Promise<number | undefined> {
  const ends = new RegExp(`:${toHex(edge.site.edgePort)} [0-9A-F]+:${toHex(port)} (?:\\S+ +){6}(\\d+)`)
  const inode = ends.exec(await readFile('/proc/net/tcp', 'utf8'))?.[1]
  for (const pid of pids) {
    const files = await readdir(`/proc/${pid}/fd`)
    const links = await Promise.all(files.map((file) => readlink(`/proc/${pid}/fd/${file}`).catch(() => '')))
    if (links.includes(`socket:[${inode}]`)) return pid
  }
  return undefined
}

import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { type RunningAgent, startAgent } from '../src/agent.ts'
import { type TestApp, startApp } from '../src/apps.ts'
import { type Cable, createCable } from '../src/cable.ts'
import { type Cleanup, createCleanup } from '../src/cleanup.ts'
import { EndSessionDocument } from '../src/control/control.generated.ts'
import { type Site, planSite, startApi } from '../src/culvert.ts'
import { type RunningEdge, startNamedEdge, visitEdge } from '../src/edges.ts'
import { operate } from '../src/operator.ts'
import { type Person, signUp } from '../src/people.ts'
import { type Release, listReleases, unpackRelease } from '../src/released/releases.ts'
import { until } from '../src/until.ts'
import { lookup } from '../src/visit.ts'

/** The pairs in which one program is the released one. */
const combinations: [title: string, scriptsOf: (release: Release) => { agent?: string; edge?: string }][] = [
  ['its agent with the edge of this version', ({ agentScript }) => ({ agent: agentScript })],
  ['its edge with the agent of this version', ({ edgeScript }) => ({ edge: edgeScript })],
]

it('there is a released version to test', () => expect(listReleases()).not.toEqual([]))

describe.each(listReleases())('release %s', (version) => {
  describe.each(combinations)('%s', (_title, scriptsOf) => {
    const cleanup = createCleanup()
    let site: Site
    let ada: Person
    let edges: StartedEdge[]
    let app: TestApp
    let agent: RunningAgent
    let hostname: string

    beforeAll(async () => {
      const scripts = scriptsOf(await unpackRelease(cleanup, version))
      site = { ...(await planSite(cleanup)), edgeScript: scripts.edge }
      // The edge of a release is a single script, which does not start other processes.
      site.env.EDGE_PROCESSES = '1'
      await startApi(cleanup, site)
      edges = [await startLeadingEdge(cleanup, site, 'one'), await startLeadingEdge(cleanup, site, 'two')]
      app = await startTalkingApp(cleanup)
      ada = await signUp(site, 'Ada')
      const { secret } = await ada.createAuthToken()
      hostname = (await ada.createGateway('home')).subdomain
      const args = ['--gateway', 'home', '--edges', '1']
      agent = await startAgent(cleanup, site, { port: app.port, secret, args, script: scripts.agent })
    })

    it('serves requests, and bodies of a megabyte in both directions', async () => {
      const { edge } = await findHolder()
      const body = 'culvert '.repeat(131_072)
      expect(await visitEdge(edge, hostname, { path: '/small' })).toMatchObject({ status: 200, body: 'GET /small ' })
      const { status, body: answer } = await visitEdge(edge, hostname, { method: 'POST', path: '/large', body })
      expect([status, answer === `POST /large ${body}`]).toEqual([200, true])
    })

    it('streams a request body while its response streams back', async () => {
      const { edge } = await findHolder()
      const asking = request({ ...to(edge, '/echo'), method: 'POST' })
      asking.flushHeaders()
      asking.write('one')
      const [response] = await once(asking, 'response')
      response.setEncoding('utf8')
      expect(await once(response, 'data')).toEqual(['one'])
      asking.end('two')
      expect(await text(response)).toBe('two')
    })

    it('loses nothing of a WebSocket or a download when its connection is cut', async () => {
      const { edge, cable } = await findHolder()
      const socket = new WebSocket(`ws://${hostname}:${edge.site.edgePort}/socket`, { lookup })
      await once(socket, 'open')
      expect(await ask(socket, 'before')).toBe('before')
      const asking = request(to(edge, '/slow')).end()
      const [response] = await once(asking, 'response')
      cable.cut()
      const answered = ask(socket, 'meanwhile')
      cable.restore()
      expect(await answered).toBe('meanwhile')
      finish()
      expect(await text(response)).toBe('begun, ended')
      socket.close()
      await once(socket, 'close')
    })

    it('moves the agent when its edge is drained, and open requests there finish', async () => {
      const { edge: drained } = await findHolder()
      const other = edges.find(({ edge }) => edge !== drained)?.edge
      if (!other) throw new Error('There is one edge only.')
      const asking = request(to(drained, '/slow')).end()
      const [response] = await once(asking, 'response')
      await operate(site, 'edges', 'drain', drained.name)
      await until('it is at the other edge', () => isServedBy(other))
      await until('the drained edge has released it', async () => !(await isServedBy(drained)))
      finish()
      expect(await text(response)).toBe('begun, ended')
      await operate(site, 'edges', 'undrain', drained.name)
    })

    it('says why the app did not answer, and why the agent was ended', async () => {
      const { edge } = await findHolder()
      app.server.close()
      app.server.closeAllConnections()
      const { status, body } = await visitEdge(edge, hostname, { path: '/away' })
      expect([status, body]).toEqual([502, expect.stringContaining('CULVERT_APP_REFUSED')])
      const id = (await ada.readAgents()).agents.nodes[0]?.id ?? ''
      await ada.control.request(EndSessionDocument, { input: { id } })
      const { code } = await agent.waitForExit()
      expect([code, agent.stdout + agent.stderr]).toEqual([
        6,
        expect.stringContaining('This agent was stopped from the dashboard.'),
      ])
      expect((await visitEdge(edge, hostname, { path: '/ended' })).isOffline).toBe(true)
    })

    const to = ({ site: { edgePort } }: RunningEdge, path: string) => ({
      host: '127.0.0.1',
      port: edgePort,
      path,
      headers: { host: `${hostname}:${edgePort}` },
      agent: false as const,
    })

    const isServedBy = async (edge: RunningEdge) => (await visitEdge(edge, hostname, { path: '/probe' })).status === 200

    /** Returns the edge that serves the agent. */
    const findHolder = async (): Promise<StartedEdge> => {
      let holder: StartedEdge | undefined
      await until('the tunnel is open at one edge', async () => {
        for (const leading of edges) if (await isServedBy(leading.edge)) holder = leading
        return holder !== undefined
      })
      if (!holder) throw new Error('The tunnel is open at no edge.')
      return holder
    }
  })
})

/** An edge, and the cable through which its agents connect. */
interface StartedEdge {
  edge: RunningEdge
  cable: Cable
}

async function startLeadingEdge(cleanup: Cleanup, site: Site, name: string): Promise<StartedEdge> {
  let cable: Cable | undefined
  const edge = await startNamedEdge(cleanup, site, name, async (edgePort) => {
    cable = await createCable(cleanup, edgePort)
    return { EDGE_AGENT_URL: `http://127.0.0.1:${cable.port}` }
  })
  if (!cable) throw new Error('The edge was started without a cable.')
  return { edge, cable }
}

/** Ends the answers that wait. */
let finish: () => void = () => {}

/** An app that returns the request that it received, echoes bodies as they arrive and WebSocket messages, and ends slow answers on request. */
async function startTalkingApp(cleanup: Cleanup): Promise<TestApp> {
  const app = await startApp(cleanup, (asked, response) => {
    if (asked.url === '/echo') {
      asked.pipe(response)
      return
    }
    if (asked.url === '/slow') {
      response.write('begun, ')
      finish = () => response.end('ended')
      return
    }
    void text(asked).then((body) => response.end(`${asked.method} ${asked.url} ${body}`))
  })
  const sockets = new WebSocketServer({ server: app.server })
  sockets.on('connection', (socket) => socket.on('message', (data) => socket.send(data, { binary: false })))
  return app
}

async function ask(socket: WebSocket, message: string): Promise<string> {
  const answer = once(socket, 'message')
  socket.send(message)
  return String((await answer)[0])
}

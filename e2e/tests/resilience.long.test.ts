import { beforeAll, describe, expect, it } from 'vitest'
import { type RunningAgent, startAgent } from '../src/agent.ts'
import { startApp } from '../src/apps.ts'
import { type Cable, createCable } from '../src/cable.ts'
import { createCleanup } from '../src/cleanup.ts'
import { planSite, startApi, startEdge } from '../src/culvert.ts'
import { type Person, signUp } from '../src/people.ts'
import { findSparePorts } from '../src/ports.ts'
import { until } from '../src/until.ts'
import { visit } from '../src/visit.ts'

const cleanup = createCleanup()
let cable: Cable
let ada: Person
let agent: RunningAgent
/** The tunnel's URL at the edge itself, bypassing the cable of the agent. */
let url: string

beforeAll(async () => {
  const [edgePort = 0] = await findSparePorts(1)
  cable = await createCable(cleanup, edgePort)
  const site = await planSite(cleanup, { tunnelPort: cable.port, edgePort })
  await startApi(cleanup, site)
  await startEdge(cleanup, site)
  const app = await startApp(cleanup, (_, response) => response.end('served'))
  ada = await signUp(site, 'Ada')
  const { secret } = await ada.createAuthToken()
  const { subdomain } = await ada.createGateway('home')
  url = `http://${subdomain}:${edgePort}`
  agent = await startAgent(cleanup, site, { port: app.port, secret, args: ['--gateway', 'home'] })
}, 60_000)

describe('a tunnel', () => {
  it('whose link falls silent reconnects after 20 seconds, and a waiting request is answered', async () => {
    await until('the app answers', async () => (await visit(url)).status === 200)
    cable.silence()
    const silentSince = performance.now()
    const waiting = visit(url)
    await agent.waitForOutput(/Z Reconnecting now: the edge did not answer 3 heartbeats$/m)
    expect(performance.now() - silentSince).toBeLessThan(21_000)
    expect((await waiting).text).toBe('served')
    expect(performance.now() - silentSince).toBeLessThan(26_000)
    expect(agent.stdout.match(/Z Connected$/gm)).toHaveLength(2)
  })

  it('whose machine slept until edge and API gave it up is back at its hostname within 5 seconds of waking up', async () => {
    agent.signal('SIGSTOP')
    cable.cut()
    cable.restore()
    // The edge gives up the session after 30 seconds, and the API gives up the agent after 45.
    await until(
      'the agent is given up',
      async () => {
        const [newest] = (await ada.readAgents()).agents.nodes
        return newest?.status !== 'active'
      },
      90_000,
    )
    expect((await visit(url)).status).toBe(503)
    agent.signal('SIGCONT')
    await until('the tunnel is back', async () => (await visit(url)).status === 200, 5_000)
    await agent.waitForOutput(/Z Reconnecting now: the (?:connection broke|edge closed the connection)/)
    expect(agent.exit).toBeUndefined()
  })
})

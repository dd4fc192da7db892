import { join } from 'node:path'
import { runCulvert } from '../agent.ts'
import { type ApiNode, startApiNode } from '../api-nodes.ts'
import { startBalancer } from '../balancer.ts'
import { type Cable, createCable } from '../cable.ts'
import { movingClock } from '../clock.ts'
import { type Site, planSite, startApi, startEdge } from '../culvert.ts'
import type { Cleanup } from '../cleanup.ts'
import { startNamedEdge } from '../edges.ts'
import { type Person, signUp } from '../people.ts'
import { findSparePorts } from '../ports.ts'
import { type PostgresServer, startPostgres } from '../postgres.ts'
import { type RunningProcess, startNode } from '../processes.ts'
import { type RedisServer, startRedis } from '../redis.ts'
import { reportingOptions } from './resources.ts'

/** The accounts of the soak; each has two agents, the most that the free plan allows at once. */
const names = ['Ada', 'Bob'] as const

/** An app, and the agents that expose it. */
export interface LocalApp {
  port: number
  program: RunningProcess
  agents: number[]
}

/** A tunnel of the soak, whose hostname never changes. */
export interface Tunnel {
  person: Person
  gateway: string
  hostname: string
  secret: string
  app: LocalApp
  agent: RunningProcess
}

/** An edge of the soak, and the routes to it. */
export interface SoakEdge {
  site: Site
  securePort: number
  /** Between it and its agents. */
  agentCable: Cable
  /** Between it and the other edges. */
  siblingCable: Cable
  program: RunningProcess
}

/** What several edges and APIs share, started for the soak. */
interface Shared {
  postgres: PostgresServer
  redis: RedisServer
}

/** The programs of the soak, each a separate process, and how to restart each of them. */
export class Installation {
  /** As seen by people and agents: its `apiUrl` leads to whichever API is ready. */
  readonly site: Site
  readonly apis: ApiNode[] = []
  readonly edges: SoakEdge[] = []
  readonly people: Person[] = []
  readonly tunnels: Tunnel[] = []
  readonly apps: LocalApp[] = []
  /** Undefined if there is one edge and one API. */
  readonly shared: Shared | undefined
  /** Between the API and the specified PostgreSQL; undefined if there is none. */
  readonly databaseCable: Cable | undefined
  readonly #cleanup: Cleanup

  private constructor(cleanup: Cleanup, given: Pick<Installation, 'site' | 'shared' | 'databaseCable'>) {
    this.#cleanup = cleanup
    this.site = given.site
    this.shared = given.shared
    this.databaseCable = given.databaseCable
  }

  /** Starts one edge and one API; `databaseUrl` names an empty PostgreSQL database. */
  static async startOne(cleanup: Cleanup, databaseUrl: string | undefined): Promise<Installation> {
    const site = await plan(cleanup)
    const databaseCable = databaseUrl === undefined ? undefined : await createDatabaseCable(cleanup, site, databaseUrl)
    const installation = new Installation(cleanup, { site, databaseCable, shared: undefined })
    await installation.#fill({ apis: 1, edges: 1 })
    return installation
  }

  /** Starts three edges and two APIs on a separate PostgreSQL and Redis. Throws if this machine lacks either. */
  static async startSeveral(cleanup: Cleanup): Promise<Installation> {
    const [postgres, redis] = [await startPostgres(cleanup), await startRedis(cleanup)]
    if (postgres === undefined || redis === undefined)
      throw new Error('Several edges need the programs of PostgreSQL and Redis on this machine.')
    const site = await plan(cleanup)
    Object.assign(site.env, { DATABASE_URL: postgres.url, REDIS_URL: redis.url })
    const installation = new Installation(cleanup, { site, databaseCable: undefined, shared: { postgres, redis } })
    await installation.#fill({ apis: 2, edges: 3 })
    return installation
  }

  /** Restarts an API that has ended. */
  async startApi(node: ApiNode): Promise<void> {
    node.api = await startApi(this.#cleanup, node.site)
  }

  /** Restarts an edge that has ended. */
  async startEdge(edge: SoakEdge): Promise<void> {
    edge.program = await startEdge(this.#cleanup, edge.site)
  }

  async startAgent(tunnel: Pick<Tunnel, 'app' | 'gateway' | 'secret'>): Promise<RunningProcess> {
    const env = { CULVERT_AUTHTOKEN: tunnel.secret, NODE_OPTIONS: reportingOptions }
    const args = ['http', String(tunnel.app.port), '--gateway', tunnel.gateway, '--json']
    const agent = runCulvert(this.#cleanup, this.site, args, env)
    await agent.waitForOutput(new RegExp(`https?://${tunnel.gateway}-`), 60_000)
    return agent
  }

  async startApp(port: number): Promise<RunningProcess> {
    const program = startNode(join(import.meta.dirname, 'local-app.ts'), [String(port)])
    this.#cleanup.defer(() => program.stop())
    await program.waitForOutput(/listening/)
    return program
  }

  async #fill({ apis, edges }: { apis: number; edges: number }): Promise<void> {
    // The first one creates the tables.
    while (this.apis.length < apis) this.apis.push(await startApiNode(this.#cleanup, this.site))
    const backends = this.apis.map(({ site }) => ({ port: Number(site.env.PORT), readyUrl: `${site.apiUrl}/readyz` }))
    await startBalancer(this.#cleanup, Number(new URL(this.site.apiUrl).port), backends)
    while (this.edges.length < edges) this.edges.push(await this.#addEdge(`edge-${this.edges.length + 1}`))
    for (const name of names) await this.#addPerson(name)
  }

  async #addEdge(name: string): Promise<SoakEdge> {
    const [securePort = 0] = await findSparePorts(1)
    let cables: Pick<SoakEdge, 'agentCable' | 'siblingCable'> | undefined
    const edge = await startNamedEdge(this.#cleanup, this.site, name, async (edgePort) => {
      const [agentCable, siblingCable] = [
        await createCable(this.#cleanup, edgePort),
        await createCable(this.#cleanup, edgePort),
      ]
      cables = { agentCable, siblingCable }
      return {
        EDGE_HTTPS_PORT: String(securePort),
        EDGE_AGENT_URL: `http://127.0.0.1:${agentCable.port}`,
        EDGE_SIBLING_URL: `http://127.0.0.1:${siblingCable.port}`,
      }
    })
    if (cables === undefined) throw new Error('The edge was started without cables.')
    return { ...edge, ...cables, securePort }
  }

  async #addPerson(name: string): Promise<void> {
    const person = await signUp(this.site, name)
    this.#cleanup.defer(() => person.control.close())
    this.people.push(person)
    const { secret } = await person.createAuthToken()
    const [port = 0] = await findSparePorts(1)
    const app: LocalApp = { port, program: await this.startApp(port), agents: [] }
    this.apps.push(app)
    for (const gateway of ['one', 'two']) {
      const { subdomain: hostname } = await person.createGateway(gateway)
      const agent = await this.startAgent({ app, gateway, secret })
      app.agents.push(this.tunnels.length)
      this.tunnels.push({ person, gateway, hostname, secret, app, agent })
    }
  }
}

/** Plans the installation, with the address of a balancer in front of its APIs. */
async function plan(cleanup: Cleanup): Promise<Site> {
  const site = await planSite(cleanup)
  const [port = 0] = await findSparePorts(1)
  site.apiUrl = `http://localhost:${port}`
  Object.assign(site.env, {
    CULVERT_PUBLIC_URL: site.apiUrl,
    CULVERT_API_URL: site.apiUrl,
    LOG_LEVEL: 'warn',
    NODE_OPTIONS: `${reportingOptions} ${movingClock}`,
    CLOCK_JUMPS_MS: '3600000,-3600000',
    // Only one process holds what is compared.
    EDGE_PROCESSES: '1',
    // The load is not one that limits are meant for, and all visitors have this machine's address.
    EDGE_CONNECTIONS_PER_ADDRESS: '1000000',
    EDGE_INCOMPLETE_PER_ADDRESS: '1000000',
    TUNNEL_REQUESTS_PER_MINUTE: '1000000',
    TUNNEL_REQUEST_BURST: '1000000',
  })
  return site
}

/** Routes the API's database connection through a cable. */
async function createDatabaseCable(cleanup: Cleanup, { env }: Site, databaseUrl: string): Promise<Cable> {
  const url = new URL(databaseUrl)
  const cable = await createCable(cleanup, Number(url.port || '5432'))
  url.host = `localhost:${cable.port}`
  env.DATABASE_URL = url.href
  return cable
}

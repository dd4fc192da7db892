import { join } from 'node:path'
import { runCulvert } from '../agent.ts'
import { type Cable, layCable } from '../cable.ts'
import { movingClock } from '../clock.ts'
import { type Site, planSite, startApi, startEdge } from '../culvert.ts'
import type { Cleanup } from '../cleanup.ts'
import { type Person, signUp } from '../people.ts'
import { findSparePorts } from '../ports.ts'
import { type RunningProcess, startNode } from '../processes.ts'
import { reportingOptions } from './resources.ts'

/** The accounts of the soak; each has two agents, as many as the free plan allows at once. */
const names = ['Ada', 'Bob'] as const

/** An app, and the agents that expose it. */
export interface LocalApp {
  port: number
  program: RunningProcess
  agents: number[]
}

/** A tunnel of the soak, which always has the same hostname. */
export interface Tunnel {
  person: Person
  gateway: string
  hostname: string
  secret: string
  app: LocalApp
  agent: RunningProcess
}

/** The programs of the soak, each a process of its own, and how one of them starts again. */
export class Installation {
  readonly site: Site
  readonly securePort: number
  /** Between the agents and the edge. */
  readonly cable: Cable
  /** Between the API and PostgreSQL; undefined where the database is the embedded one. */
  readonly databaseCable: Cable | undefined
  readonly people: Person[] = []
  readonly tunnels: Tunnel[] = []
  readonly apps: LocalApp[] = []
  #api: RunningProcess | undefined
  #edge: RunningProcess | undefined
  readonly #cleanup: Cleanup

  private constructor(cleanup: Cleanup, given: Pick<Installation, 'site' | 'securePort' | 'cable' | 'databaseCable'>) {
    this.#cleanup = cleanup
    this.site = given.site
    this.securePort = given.securePort
    this.cable = given.cable
    this.databaseCable = given.databaseCable
  }

  /** Starts everything; `databaseUrl` names an empty PostgreSQL database. */
  static async start(cleanup: Cleanup, databaseUrl: string | undefined): Promise<Installation> {
    const [edgePort = 0, securePort = 0] = await findSparePorts(2)
    const cable = await layCable(cleanup, edgePort)
    const site = await planSite(cleanup, { tunnelPort: cable.port, edgePort })
    Object.assign(site.env, {
      EDGE_HTTPS_PORT: String(securePort),
      LOG_LEVEL: 'warn',
      NODE_OPTIONS: `${reportingOptions} ${movingClock}`,
      CLOCK_JUMPS_MS: '3600000,-3600000',
      // One process alone holds what is compared.
      EDGE_PROCESSES: '1',
      // The load is none that a limit is there for, and all visitors have this machine's address.
      EDGE_CONNECTIONS_PER_ADDRESS: '1000000',
      EDGE_INCOMPLETE_PER_ADDRESS: '1000000',
      TUNNEL_REQUESTS_PER_MINUTE: '1000000',
      TUNNEL_REQUEST_BURST: '1000000',
    })
    const databaseCable = databaseUrl === undefined ? undefined : await layDatabaseCable(cleanup, site, databaseUrl)
    const installation = new Installation(cleanup, { site, securePort, cable, databaseCable })
    await installation.startApi()
    await installation.startEdge()
    for (const name of names) await installation.#addPerson(name)
    return installation
  }

  get api(): RunningProcess {
    if (this.#api === undefined) throw new Error('The API was not started yet')
    return this.#api
  }

  get edge(): RunningProcess {
    if (this.#edge === undefined) throw new Error('The edge was not started yet')
    return this.#edge
  }

  async startApi(): Promise<void> {
    this.#api = await startApi(this.#cleanup, this.site)
  }

  async startEdge(): Promise<void> {
    this.#edge = await startEdge(this.#cleanup, this.site)
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

/** Has the API reach its database by a cable. */
async function layDatabaseCable(cleanup: Cleanup, { env }: Site, databaseUrl: string): Promise<Cable> {
  const url = new URL(databaseUrl)
  const cable = await layCable(cleanup, Number(url.port || '5432'))
  url.host = `localhost:${cable.port}`
  env.DATABASE_URL = url.href
  return cable
}

import { readFile } from 'node:fs/promises'
import { type DnsServer, startDnsServer } from '@culvert/api/dns-server'
import { type RunningAgent, startAgent } from '../../agent.ts'
import { type ApiNode, startApiNode } from '../../api-nodes.ts'
import type { Cleanup } from '../../cleanup.ts'
import { type Site, planSite, startApi, startEdge } from '../../culvert.ts'
import { SignUpDocument } from '../../control/control.generated.ts'
import { type Person, createSignUpInput, createPerson } from '../../people.ts'
import { findSparePorts } from '../../ports.ts'
import type { RunningProcess } from '../../processes.ts'
import { type RedisServer, startRedis } from '../../redis.ts'
import { postQuery } from './post-query.ts'
import type { Need } from './scenario.ts'

/** A tunnel, and its owner. */
export interface OpenTunnel {
  person: Person
  hostname: string
  agent: RunningAgent
}

/** The environment of the scenarios: an API, an edge, and, if available, a PostgreSQL, a Redis and a second API node. */
export class TestBed {
  readonly site: Site
  readonly securePort: number
  /** The address of the edge's metrics. */
  readonly operationsPort: number
  /** The answers of the API's resolver. */
  readonly names: DnsServer
  readonly api: RunningProcess
  readonly edge: RunningProcess
  readonly redis: RedisServer | undefined
  /** The second node of the API; undefined without PostgreSQL and Redis, which two nodes need. */
  readonly secondNode: ApiNode | undefined
  /** The database of the installation; undefined if it is the embedded one. */
  readonly databaseUrl: string | undefined
  #people = 0

  private constructor(given: Omit<TestBed, 'shared' | 'has' | 'signUp' | 'openTunnel'>) {
    this.site = given.site
    this.securePort = given.securePort
    this.operationsPort = given.operationsPort
    this.names = given.names
    this.api = given.api
    this.edge = given.edge
    this.redis = given.redis
    this.secondNode = given.secondNode
    this.databaseUrl = given.databaseUrl
  }

  /** Starts everything with the shipped limits; `databaseUrl` names an empty PostgreSQL database. */
  static async start(cleanup: Cleanup, databaseUrl: string | undefined): Promise<TestBed> {
    const [securePort = 0, operationsPort = 0] = await findSparePorts(2)
    const site = await planSite(cleanup)
    const names = await startDnsServer()
    cleanup.defer(() => names.close())
    Object.assign(site.env, {
      EDGE_HTTPS_PORT: String(securePort),
      EDGE_OPERATIONS_PORT: String(operationsPort),
      EDGE_PROCESSES: '1',
      DNS_RESOLVERS: names.address,
      LOG_LEVEL: 'info',
    })
    if (databaseUrl !== undefined) site.env.DATABASE_URL = databaseUrl
    const redis = databaseUrl === undefined ? undefined : await startRedis(cleanup)
    if (redis !== undefined) site.env.REDIS_URL = redis.url
    const api = await startApi(cleanup, site)
    const secondNode = redis === undefined ? undefined : await startApiNode(cleanup, site)
    const edge = await startEdge(cleanup, site)
    return new TestBed({ site, securePort, operationsPort, names, api, edge, redis, secondNode, databaseUrl })
  }

  /** Returns what a scenario that needs Redis uses. */
  get shared(): { redis: RedisServer; secondNode: ApiNode; databaseUrl: string } {
    const { redis, secondNode, databaseUrl } = this
    if (!redis || !secondNode || databaseUrl === undefined) throw new Error('There is no second node')
    return { redis, secondNode, databaseUrl }
  }

  has(need: Need): boolean {
    return need === 'postgres' ? this.databaseUrl !== undefined : this.secondNode !== undefined
  }

  /** Signs up a person whom no other scenario knows. */
  async signUp(cleanup: Cleanup): Promise<Person> {
    this.#people += 1
    const input = createSignUpInput(`Person${letters(this.#people)}`)
    // Each from a separate address: one may sign up 60 people an hour.
    const { data, code } = await postQuery(this.site, SignUpDocument, {
      variables: { input },
      from: address(this.#people),
    })
    if (!data) throw new Error(`signing ${input.email} up was answered with ${code}`)
    const person = await createPerson(this.site, { email: input.email, accessToken: data.signUp.session.accessToken })
    cleanup.defer(() => person.control.close())
    return person
  }

  /** Opens a tunnel of a new person to a local port, on a gateway named `home`; `args` are more options of the agent. */
  async openTunnel(cleanup: Cleanup, port: number, args: string[] = []): Promise<OpenTunnel> {
    const person = await this.signUp(cleanup)
    const { secret } = await person.createAuthToken()
    const { subdomain: hostname } = await person.createGateway('home')
    const agent = await startAgent(cleanup, this.site, { port, secret, args: ['--gateway', 'home', ...args] })
    return { person, hostname, agent }
  }
}

/** Returns a name of letters only, so that no rule about names could object: 1 is a, 27 is aa. */
function letters(number: number): string {
  const rest = Math.floor((number - 1) / 26)
  return (rest > 0 ? letters(rest) : '') + String.fromCodePoint(97 + ((number - 1) % 26))
}

function address(number: number): string {
  return `127.1.${number >> 8}.${number & 255}`
}

/** Returns the bytes that a program holds in memory, as the kernel counts them (Linux). */
export async function residentBytes({ pid }: RunningProcess): Promise<number> {
  const pages = Number((await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')[1])
  return pages * 4_096
}

/** Samples a program's memory four times a second, until the scenario ends. */
export async function watchMemory(program: RunningProcess, cleanup: Cleanup): Promise<{ grownMb(): number }> {
  const before = await residentBytes(program)
  let most = before
  const look = async () => (most = Math.max(most, await residentBytes(program)))
  // The run itself notices a program that has ended.
  const timer = setInterval(() => void look().catch(() => {}), 250)
  cleanup.defer(() => clearInterval(timer))
  return { grownMb: () => Math.round((most - before) / 1e5) / 10 }
}

import { afterAll, beforeAll, describe } from 'vitest'
import type { RootOperationNode } from 'kysely'
import { loadApiConfig, type ApiConfig } from '../ground/config.ts'
import type { Bounding } from '../http/context.ts'
import type { App } from '../platform/app.ts'
import type { Tell } from '../platform/change.ts'
import type { OpenDatabase } from '../platform/db/db.ts'
import { startApp } from '../start.ts'
import { TestClient, type Authorization } from './client.ts'
import { TestClock } from './clock.ts'
import { embedded, testDatabases, type TestDatabase } from './databases.ts'
import { Seed } from './seed.ts'
import { authorizeEdge, edgeSecret } from './service-token.ts'

/** Longer than any test. */
const rareMs = 10 * 60_000

/** The real API on a separate database, with a clock that the test moves. */
export class TestApi {
  readonly clock = new TestClock()
  #running: Awaited<ReturnType<typeof startApp>> | undefined
  readonly #listeners: (() => void)[] = []
  #statements = 0
  #isCounting = false

  get app(): App {
    return this.#get().app
  }

  /** The shared bounds of the server's operations. */
  get bounding(): Bounding {
    return this.#get().bounding
  }

  get url(): string {
    return this.#get().url
  }

  /** Runs background jobs until none is due. */
  async runJobs(): Promise<void> {
    await this.#get().jobs.runDue()
  }

  /** Publishes an event as a committed change does. */
  async tell(...told: Parameters<Tell>): Promise<void> {
    await this.app.change(async (_trx, tell) => tell(...told))
  }

  /** Creates users and their objects. */
  get seed(): Seed {
    return new Seed(this)
  }

  /** A client without a credential, or with the given Authorization header. */
  client(authorization?: Authorization): TestClient {
    return new TestClient(this.url, authorization, () => new Promise((resolve) => this.#listeners.push(resolve)))
  }

  /** A client with service tokens, as an edge: a new one for each request, because they are valid for a minute. */
  edge(): TestClient {
    return this.client(() => authorizeEdge(this.clock.now()))
  }

  async start({ db, findObstacle, close }: OpenDatabase, overrides: Partial<ApiConfig>): Promise<void> {
    const config = loadApiConfig({
      PORT: '0',
      EDGE_SECRET: edgeSecret,
      SEALING_SECRET: 'the sealing secret of the api tests, long enough',
      LOG_LEVEL: 'silent',
      MAIL_OUTBOX_PORT: '0',
      // Tests ask faster than people do.
      API_READ_POINTS_PER_MINUTE: '1000000000',
    })
    // A query inside another is transformed too, but has no separate result.
    const ofRequests = new WeakSet()
    const counted = db.withPlugin({
      transformQuery: ({ node, queryId }) => {
        if (this.#isCounting && !isOfJobRunner(node)) ofRequests.add(queryId)
        return node
      },
      transformResult: async ({ result, queryId }) => {
        if (ofRequests.has(queryId)) this.#statements += 1
        return result
      },
    })
    // Only an event closes a socket in time: the check that replaces one that was lost has tests of its own. Connections of clients outlast a busy machine.
    const socketTiming = { ...config.socketTiming, heartbeatMs: rareMs, keepAliveMs: rareMs }
    this.#running = await startApp(
      { ...config, socketTiming, webFolder: '/nowhere', ...overrides },
      { db: counted, findObstacle, close },
      this.clock,
    )
    this.#tellListeners(this.app)
  }

  /** Counts the SQL statements that the API sends while something is done. */
  async countStatements(work: () => Promise<unknown>): Promise<number> {
    this.#statements = 0
    this.#isCounting = true
    await work()
    this.#isCounting = false
    return this.#statements
  }

  async close(): Promise<void> {
    await this.#running?.close()
  }

  /** Resolves once a subscription listens, which the protocol does not report to clients. */
  #tellListeners({ events }: App): void {
    const subscribe = events.subscribe.bind(events)
    events.subscribe = (topic, key) => {
      const source = subscribe(topic, key)
      const next = source.next.bind(source)
      source.next = () => {
        const result = next()
        for (const listening of this.#listeners.splice(0)) listening()
        return result
      }
      return source
    }
  }

  #get() {
    if (!this.#running) throw new Error('The API runs inside tests only: use it in `it`, not in `describe`.')
    return this.#running
  }
}

/** The job runner polls on its own schedule: its statements belong to no request. */
function isOfJobRunner(node: RootOperationNode): boolean {
  return /"name":"(jobs|jobSchedules)"/.test(JSON.stringify(node))
}

/** Describes a part of the API once for each database, each time on a separate API. */
export function describeApi(title: string, body: (api: TestApi) => void, overrides?: () => Partial<ApiConfig>): void {
  for (const database of testDatabases) describeOn(database, title, body, overrides)
}

/** Describes what does not depend on the database, such as transports and permissions, on the database that is always available. */
export function describeApiOnce(
  title: string,
  body: (api: TestApi) => void,
  overrides?: () => Partial<ApiConfig>,
): void {
  describeOn(embedded, title, body, overrides)
}

function describeOn(
  database: TestDatabase,
  title: string,
  body: (api: TestApi) => void,
  overrides: () => Partial<ApiConfig> = () => ({}),
): void {
  describe(`${title} on ${database.name}`, () => {
    const api = new TestApi()
    beforeAll(async () => await api.start(await database.open(), overrides()), 60_000)
    afterAll(() => api.close(), 20_000)
    body(api)
  })
}

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type PubSub, PubSubEngine } from 'graphql-subscriptions'
import type { Client } from 'pg'
import type { Logger } from 'pino'
import { createEvents, type Events } from './events.ts'
import { createLocalPubSub } from './in-process.ts'

/** The one channel of LISTEN and NOTIFY that the nodes of an installation share. */
const channel = 'culvert_events'

/** The time between two heartbeats, each of which must come back before the next. */
const heartbeatMs = 10_000

/** The time between two attempts to connect. */
const retryMs = 500

/** How long closing waits for unsent messages: the command line publishes and ends. */
const closeFlushMs = 2_000

/** How many messages may wait while the database is unavailable; beyond that the oldest is dropped. */
const waitingMax = 10_000

/** Events in one statement. */
const batchMax = 200

/**
 * Events for the nodes of an installation on PostgreSQL, by NOTIFY on a separate connection. Subscribers of this node are
 * notified at once; messages to other nodes wait while the database is unavailable. Rejects when it cannot listen at first.
 */
export async function openPostgresEvents(connect: () => Client, log: Logger): Promise<Events> {
  const engine = new PostgresPubSub(connect, log)
  await engine.open()
  return createEvents(
    engine,
    log,
    () => engine.close(),
    (listener) => engine.onGap(listener),
  )
}

class PostgresPubSub extends PubSubEngine {
  readonly #connect: () => Client
  readonly #log: Logger
  readonly #nodeId = randomUUID()
  readonly #local: PubSub = createLocalPubSub()
  readonly #gapListeners: (() => void)[] = []
  /** The messages to other nodes that wait, oldest first. */
  #waiting: string[] = []
  #client: Client | undefined
  #sending: Promise<void> | undefined
  #heardHeartbeat = true
  #heartbeatTimer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(connect: () => Client, log: Logger) {
    super()
    this.#connect = connect
    this.#log = log
  }

  async open(): Promise<void> {
    await this.#listen()
    this.#heartbeatTimer = setInterval(() => this.#checkHeartbeat(), heartbeatMs)
    this.#heartbeatTimer.unref()
  }

  onGap(listener: () => void): void {
    this.#gapListeners.push(listener)
  }

  async publish(topic: string, payload: unknown): Promise<void> {
    await this.#local.publish(topic, payload)
    this.#enqueue([topic, payload])
  }

  async subscribe(topic: string, onMessage: (...args: unknown[]) => void): Promise<number> {
    return await this.#local.subscribe(topic, onMessage)
  }

  unsubscribe(id: number): void {
    this.#local.unsubscribe(id)
  }

  async close(): Promise<void> {
    const deadline = sleep(closeFlushMs, undefined, { ref: false })
    const flush = async () => {
      while (!this.#isClosed && (this.#waiting.length > 0 || this.#sending !== undefined)) {
        await (this.#sending ?? sleep(20))
      }
    }
    await Promise.race([flush(), deadline])
    this.#isClosed = true
    clearInterval(this.#heartbeatTimer)
    const client = this.#client
    this.#client = undefined
    await Promise.race([client?.end(), deadline])
  }

  /** Queues a message for the other nodes; an empty one is a heartbeat for this node itself. */
  #enqueue(message: [topic: string, payload: unknown] | []): void {
    this.#waiting.push(JSON.stringify([this.#nodeId, ...message]))
    if (this.#waiting.length > waitingMax) this.#waiting.shift()
    this.#sending ??= this.#send().finally(() => {
      this.#sending = undefined
    })
  }

  async #send(): Promise<void> {
    // Messages of one turn are sent together.
    await Promise.resolve()
    while (this.#client !== undefined && this.#waiting.length > 0) {
      const client = this.#client
      const batch = this.#waiting.slice(0, batchMax)
      try {
        await client.query('select pg_notify($1, message) from unnest($2::text[]) as message', [channel, batch])
        this.#waiting = this.#waiting.slice(batch.length)
      } catch (error) {
        this.#lose(client, error)
      }
    }
  }

  async #listen(): Promise<void> {
    const client = this.#connect()
    client.on('error', (error) => this.#lose(client, error))
    client.on('end', () => this.#lose(client, new Error('The server closed the connection.')))
    client.on('notification', ({ payload }) => this.#receive(payload ?? ''))
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
    } catch (error) {
      void client.end().catch(() => undefined)
      throw error
    }
    this.#client = client
    this.#heardHeartbeat = true
  }

  #receive(message: string): void {
    const [nodeId, topic, payload] = JSON.parse(message) as [string, string?, unknown?]
    if (nodeId === this.#nodeId) this.#heardHeartbeat = true
    else if (topic !== undefined) void this.#local.publish(topic, payload)
  }

  /** A connection may be silently dead, or a pooler may give each statement another one, so that LISTEN has no effect. */
  #checkHeartbeat(): void {
    if (this.#client === undefined) return
    if (!this.#heardHeartbeat) return this.#lose(this.#client, new Error('No event of our own has come back.'))
    this.#heardHeartbeat = false
    this.#enqueue([])
  }

  #lose(client: Client, error: unknown): void {
    if (this.#client !== client) return
    this.#client = undefined
    void client.end().catch(() => undefined)
    if (this.#isClosed) return
    this.#log.warn({ err: error }, 'events of other nodes are not received at the moment')
    void this.#reconnect()
  }

  async #reconnect(): Promise<void> {
    while (!this.#isClosed) {
      await sleep(retryMs, undefined, { ref: false })
      try {
        await this.#listen()
        break
      } catch (error) {
        this.#log.debug({ err: error }, 'the database does not take a listener')
      }
    }
    if (this.#isClosed) return void this.#client?.end().catch(() => undefined)
    this.#log.info('events of other nodes are received again')
    for (const listener of this.#gapListeners) listener()
    // Whatever has waited is sent with this.
    this.#enqueue([])
  }
}

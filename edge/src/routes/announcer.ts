import type { Redis } from 'ioredis'
import type { EdgeEntry, OwnTunnels } from './directory.ts'
import { type Change, changesChannel, edgeKey, routesKey, writeScript } from './redis-keys.ts'

export interface AnnouncerOptions {
  redis: Redis
  self: EdgeEntry
  own: OwnTunnels
  /** Called when Redis does not accept a write. */
  onFailed: (error: unknown) => void
  /** Called when Redis has accepted all that there was to write. */
  onWritten: () => void
}

/** How long other edges consider an edge alive after its last heartbeat, and how often it sends one; milliseconds. */
const livesMs = 10_000
const renewMs = 3_000
/** How long the routes of a hostname stay if no edge writes them again, and how often all are rewritten; milliseconds. */
const keptMs = 2 * 3_600_000
const rewriteMs = 3_600_000
/** Changes within this time share a message, in milliseconds. */
const gatherMs = 5
/** Hostnames in one message and one batch of commands. */
const pageSize = 500

/** Records in Redis that an edge is alive and what it serves, and notifies the others of changes. */
export class Announcer {
  readonly #options: AnnouncerOptions
  /** Hostnames whose state Redis does not have yet. */
  readonly #changed = new Set<string>()
  #writing: Promise<void> | undefined
  #writer: NodeJS.Timeout | undefined
  readonly #renewal: NodeJS.Timeout
  readonly #rewriting: NodeJS.Timeout
  /** Whether Redis refused the last write: nothing more is written until it accepts a heartbeat. */
  #isRefused = false
  #isClosed = false

  constructor(options: AnnouncerOptions) {
    this.#options = options
    this.#renewal = setInterval(() => void this.#renew(), renewMs).unref()
    this.#rewriting = setInterval(() => this.#announceAll(), rewriteMs).unref()
  }

  /** Called once Redis answers: its data may be lost. */
  begin(): void {
    void this.#renew()
    this.#announceAll()
  }

  announce(hostname: string): void {
    this.#changed.add(hostname)
    this.#schedule()
  }

  setLeaving(isLeaving: boolean): void {
    const { self } = this.#options
    if (self.isLeaving === isLeaving) return
    self.isLeaving = isLeaving
    void this.#renew().then(() => this.#tell({ edge: self }))
  }

  /** Withdraws what was announced. The entries of the tunnels disappear with the edge's entry. */
  async close(): Promise<void> {
    const { redis, self } = this.#options
    this.#isClosed = true
    clearTimeout(this.#writer)
    clearInterval(this.#renewal)
    clearInterval(this.#rewriting)
    await this.#writing
    await this.#write()
    await redis.del(edgeKey(self.id)).catch(() => {})
    await this.#tell({ hostnames: [...this.#changed] })
  }

  /** Sends a heartbeat. If Redis has lost the last one, it may have lost everything else. */
  async #renew(): Promise<void> {
    if (this.#isClosed) return
    const { redis, self, onFailed, onWritten } = this.#options
    try {
      const former = await redis.set(edgeKey(self.id), JSON.stringify(self), 'PX', livesMs, 'GET')
      this.#isRefused = false
      if (former === null) this.#announceAll()
      else this.#schedule()
      if (this.#changed.size === 0 && this.#writing === undefined) onWritten()
    } catch (error) {
      onFailed(error)
    }
  }

  #announceAll(): void {
    for (const hostname of this.#options.own.listHostnames()) this.#changed.add(hostname)
    this.#schedule()
  }

  #schedule(): void {
    if (this.#isClosed || this.#isRefused || this.#changed.size === 0) return
    if (this.#writer !== undefined || this.#writing !== undefined) return
    this.#writer = setTimeout(() => {
      this.#writer = undefined
      this.#writing = this.#write().finally(() => {
        this.#writing = undefined
        this.#schedule()
      })
    }, gatherMs)
  }

  async #write(): Promise<void> {
    const { redis, onFailed, onWritten } = this.#options
    while (this.#changed.size > 0 && redis.status === 'ready') {
      const page = [...this.#changed].slice(0, pageSize)
      for (const hostname of page) this.#changed.delete(hostname)
      try {
        await this.#writePage(page)
      } catch (error) {
        // Redis may refuse writes for a moment without having lost anything: out of memory, or with a disk that is full.
        for (const hostname of page) this.#changed.add(hostname)
        this.#isRefused = true
        onFailed(error)
        return
      }
    }
    // Nothing is lost: `begin` writes everything that is there then.
    if (redis.status !== 'ready') this.#changed.clear()
    else onWritten()
  }

  async #writePage(hostnames: readonly string[]): Promise<void> {
    const { redis, self, own } = this.#options
    const commands = redis.pipeline()
    for (const hostname of hostnames) {
      const claims = own.describe(hostname)
      const key = routesKey(hostname)
      if (claims.length === 0) commands.hdel(key, self.id)
      else commands.eval(writeScript, 1, key, edgeKey(''), self.id, JSON.stringify(claims), keptMs)
    }
    commands.publish(changesChannel, JSON.stringify({ hostnames }))
    const results = await commands.exec()
    const failed = results?.find(([error]) => error !== null)
    if (failed?.[0]) throw failed[0]
  }

  async #tell(change: Change): Promise<void> {
    const { redis, onFailed } = this.#options
    await redis.publish(changesChannel, JSON.stringify(change)).catch(onFailed)
  }
}

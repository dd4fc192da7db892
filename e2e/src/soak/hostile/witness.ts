import { once } from 'node:events'
import { type IncomingMessage, get } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { messageOf } from '@culvert/program'
import { startApp } from '../../apps.ts'
import type { Cleanup } from '../../cleanup.ts'
import type { Ground } from './ground.ts'

/** What the witness saw while a scenario ran. */
export interface Testimony {
  /** The slowest answer of each, in milliseconds. */
  slowestVisitMs: number
  slowestHealthMs: number
  /** What went wrong for it, in words; empty if nothing did. */
  failures: string[]
}

const pauseMs = 100
/** A visitor that waits longer considers the service broken. */
const patienceMs = 10_000
/** A separate address: limits count addresses, and scenarios use others. */
const localAddress = '127.0.0.77'

/**
 * A party that has nothing to do with any attack: it visits a separate tunnel and requests the API's health ten times a
 * second, all the time. Whatever is done to Culvert, the bystander must not pay for it.
 */
export class Witness {
  readonly #visit: () => Promise<void>
  readonly #askHealth: () => Promise<void>
  #testimony: Testimony = { slowestVisitMs: 0, slowestHealthMs: 0, failures: [] }
  #isWatching = true

  private constructor(visit: () => Promise<void>, askHealth: () => Promise<void>) {
    this.#visit = visit
    this.#askHealth = askHealth
  }

  static async start(ground: Ground, cleanup: Cleanup): Promise<Witness> {
    const app = await startApp(cleanup, (_request, response) => response.end('well'))
    const { hostname } = await ground.openTunnel(cleanup, app.port)
    const { edgePort, apiUrl } = ground.site
    const witness = new Witness(
      () => ask('127.0.0.1', edgePort, '/', hostname),
      () => ask('localhost', Number(new URL(apiUrl).port), '/healthz', undefined),
    )
    const watches = [
      witness.#watch('its visit', witness.#visit, 'slowestVisitMs'),
      witness.#watch("the API's health", witness.#askHealth, 'slowestHealthMs'),
    ]
    cleanup.defer(async () => {
      witness.#isWatching = false
      await Promise.all(watches)
    })
    return witness
  }

  /** Returns what it saw since the last call. */
  hear(): Testimony {
    const testimony = this.#testimony
    this.#testimony = { slowestVisitMs: 0, slowestHealthMs: 0, failures: [] }
    return testimony
  }

  async #watch(what: string, attempt: () => Promise<void>, slowest: 'slowestVisitMs' | 'slowestHealthMs') {
    while (this.#isWatching) {
      const startedMs = performance.now()
      try {
        await attempt()
        this.#testimony[slowest] = Math.max(this.#testimony[slowest], performance.now() - startedMs)
      } catch (error) {
        this.#testimony.failures.push(`${what}: ${messageOf(error)}`)
      }
      await delay(pauseMs)
    }
  }
}

/** Resolves when 200 came back complete; rejects with what came instead. */
async function ask(host: string, port: number, path: string, hostname: string | undefined): Promise<void> {
  const headers = hostname === undefined ? {} : { host: `${hostname}:${port}` }
  const source = host === '127.0.0.1' ? { localAddress } : {}
  const request = get({ host, port, path, headers, agent: false, signal: AbortSignal.timeout(patienceMs), ...source })
  const [response]: IncomingMessage[] = await once(request, 'response')
  if (response === undefined) throw new Error('no answer')
  const body = await text(response)
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${body.slice(0, 80)}`)
}

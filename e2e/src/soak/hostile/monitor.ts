import { once } from 'node:events'
import { type IncomingMessage, get } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { messageOf } from '@culvert/program'
import { startApp } from '../../apps.ts'
import type { Cleanup } from '../../cleanup.ts'
import type { TestBed } from './test-bed.ts'

/** What the monitor saw while a scenario ran. */
export interface MonitorReport {
  /** The slowest answer of each, in milliseconds. */
  slowestVisitMs: number
  slowestHealthMs: number
  /** Descriptions of its failures; empty if there were none. */
  failures: string[]
}

const pauseMs = 100
/** A visitor that waits longer considers the service broken. */
const patienceMs = 10_000
/** A separate address: limits count addresses, and scenarios use others. */
const localAddress = '127.0.0.77'

/**
 * A client that takes no part in any attack: it visits a separate tunnel and requests the API's health ten times a
 * second, all the time. No attack on Culvert may affect it.
 */
export class Monitor {
  readonly #visit: () => Promise<void>
  readonly #askHealth: () => Promise<void>
  #report: MonitorReport = { slowestVisitMs: 0, slowestHealthMs: 0, failures: [] }
  #isWatching = true

  private constructor(visit: () => Promise<void>, askHealth: () => Promise<void>) {
    this.#visit = visit
    this.#askHealth = askHealth
  }

  static async start(testBed: TestBed, cleanup: Cleanup): Promise<Monitor> {
    const app = await startApp(cleanup, (_request, response) => response.end('well'))
    const { hostname } = await testBed.openTunnel(cleanup, app.port)
    const { edgePort, apiUrl } = testBed.site
    const monitor = new Monitor(
      () => ask('127.0.0.1', edgePort, '/', hostname),
      () => ask('localhost', Number(new URL(apiUrl).port), '/healthz', undefined),
    )
    const watches = [
      monitor.#watch('its visit', monitor.#visit, 'slowestVisitMs'),
      monitor.#watch("the API's health", monitor.#askHealth, 'slowestHealthMs'),
    ]
    cleanup.defer(async () => {
      monitor.#isWatching = false
      await Promise.all(watches)
    })
    return monitor
  }

  /** Returns what it saw since the last call. */
  takeReport(): MonitorReport {
    const testimony = this.#report
    this.#report = { slowestVisitMs: 0, slowestHealthMs: 0, failures: [] }
    return testimony
  }

  async #watch(what: string, attempt: () => Promise<void>, slowest: 'slowestVisitMs' | 'slowestHealthMs') {
    while (this.#isWatching) {
      const startedMs = performance.now()
      try {
        await attempt()
        this.#report[slowest] = Math.max(this.#report[slowest], performance.now() - startedMs)
      } catch (error) {
        this.#report.failures.push(`${what}: ${messageOf(error)}`)
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

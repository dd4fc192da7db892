import { Agent, type IncomingMessage, type ServerResponse, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import type { Cleanup } from './cleanup.ts'
import { type TestApp, startApp } from './apps.ts'
import { until } from './until.ts'

/** An app that counts how often each request arrived. */
export interface CountingApp extends TestApp {
  readonly arrivals: ReadonlyMap<string, number>
}

/** Starts an app that returns what it was asked. */
export async function startCountingApp(cleanup: Cleanup): Promise<CountingApp> {
  const arrivals = new Map<string, number>()
  const answer = async (asked: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '' } = asked
    arrivals.set(url, (arrivals.get(url) ?? 0) + 1)
    response.end(describe(method, url, await text(asked)))
  }
  const app = await startApp(cleanup, (asked, response) => void answer(asked, response).catch(() => response.destroy()))
  return Object.assign(app, { arrivals })
}

/** The fate of one request. Times are milliseconds of the monotonic clock. */
export interface Sent {
  method: 'GET' | 'POST'
  path: string
  startedMs: number
  endedMs: number
  /** The bytes of the app's answer, whether or not it came. */
  bytes: number
  /** `answered`, or what came in place of the app's answer. */
  outcome: string
}

const describe = (method: string, path: string, body: string) => `${method} ${path} ${body}`

const tickMs = 5
/** While this many requests are open, none is sent: they must not use up the machine's resources. */
const openMax = 2_000
/** How long each request may take, in milliseconds. Nothing is measured by it. */
const timeoutMs = 30_000
let loads = 0

/**
 * Visitors that send requests at a constant rate, regardless of the fate of earlier ones: GET and POST in turn, on kept connections, each with a unique
 * path, and none twice.
 */
export class ExactLoad {
  /** Each request that has ended, in the order of their ends. */
  readonly ended: Sent[] = []
  readonly startedMs = performance.now()
  readonly #agent: Agent
  readonly #open = new Set<Promise<void>>()
  readonly #port: number
  readonly #hostname: string
  readonly #prefix: string
  readonly #over = new AbortController()
  readonly #running: Promise<void>
  #sentCount = 0

  /** `connections` is the largest number that it keeps; further requests wait for one. */
  constructor(port: number, hostname: string, perSecond: number, connections = Number.POSITIVE_INFINITY) {
    loads += 1
    // Each in turn, so that none is idle for long.
    this.#agent = new Agent({ keepAlive: true, scheduling: 'fifo', maxSockets: connections })
    this.#prefix = `/load-${loads}/`
    this.#port = port
    this.#hostname = hostname
    this.#running = this.#run(perSecond)
  }

  /** Resolves once this many requests that began after this call were answered. */
  async untilMore(count: number): Promise<void> {
    const nowMs = performance.now()
    let [seen, answered] = [this.ended.length, 0]
    await until(`${count} more answers`, async () => {
      for (const { startedMs, outcome } of this.ended.slice(seen)) {
        if (startedMs > nowMs && outcome === 'answered') answered += 1
      }
      seen = this.ended.length
      return answered >= count
    })
  }

  /** Sends no more, and resolves with all requests once each is answered or lost. */
  async stop(): Promise<Sent[]> {
    this.#over.abort()
    await this.#running
    await Promise.all(this.#open)
    this.#agent.destroy()
    return this.ended
  }

  async #run(perSecond: number): Promise<void> {
    while (!this.#over.signal.aborted) {
      const due = Math.floor(((performance.now() - this.startedMs) * perSecond) / 1_000)
      while (this.#sentCount < due && this.#open.size < openMax) this.#start()
      await delay(tickMs)
    }
  }

  #start(): void {
    this.#sentCount += 1
    const sending = this.#send(this.#sentCount).finally(() => this.#open.delete(sending))
    this.#open.add(sending)
  }

  async #send(number: number): Promise<void> {
    const method = number % 2 === 0 ? 'GET' : 'POST'
    const path = `${this.#prefix}${number}`
    const body = method === 'POST' ? `body ${number}` : ''
    const wanted = describe(method, path, body)
    const startedMs = performance.now()
    const came = await this.#ask(method, path, body).catch((error: Error) => error.message)
    const outcome = came === `200 ${wanted}` ? 'answered' : came
    this.ended.push({ method, path, startedMs, endedMs: performance.now(), bytes: wanted.length, outcome })
  }

  #ask(method: string, path: string, body: string): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const headers = { host: `${this.#hostname}:${this.#port}`, ...(body && { 'content-length': body.length }) }
    const place = { host: '127.0.0.1', port: this.#port, method, path, headers, agent: this.#agent }
    const asked = request({ ...place, signal: AbortSignal.timeout(timeoutMs) }, (response) => {
      const code = response.headers['x-culvert-error']
      text(response).then((answer) => resolve(`${response.statusCode} ${String(code ?? answer)}`), reject)
    })
    asked.on('error', reject)
    asked.end(body)
    return promise
  }
}

/**
 * Lists the requests that were not at the app exactly once, or at most once if the app's answer did not arrive. A GET whose session was lost is sent
 * again, so where sessions are lost it may have arrived twice.
 */
export function findInexact(sent: readonly Sent[], { arrivals }: CountingApp, losesSessions = false): string[] {
  const isExact = ({ method, path, outcome }: Sent) => {
    const count = arrivals.get(path) ?? 0
    const most = losesSessions && method === 'GET' ? 2 : 1
    return count <= most && (outcome !== 'answered' || count >= 1)
  }
  return sent
    .filter((one) => !isExact(one))
    .map((one) => `${say(one)}, ${arrivals.get(one.path) ?? 0} times at the app`)
}

/** Describes the fate of a request. */
export const say = ({ method, path, outcome }: Sent) => `${method} ${path}: ${outcome}`

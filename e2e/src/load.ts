import { Agent, request } from 'node:http'
import { until } from './until.ts'
import { lookup } from './visit.ts'

/** An answer that a visitor received completely. */
interface Visit {
  /** When its last byte arrived, in milliseconds of the epoch. */
  endedMs: number
  bytes: number
}

/** Visitors that request the same page again and again, each on a separate connection. */
export class Load {
  readonly visits: Visit[] = []
  /** Requests that got no complete answer, or one other than 200. */
  failures = 0
  readonly #agent: Agent
  readonly #visitors: Promise<void>[]
  #isEnding = false

  constructor(url: string, visitorCount: number) {
    this.#agent = new Agent({ keepAlive: true, maxSockets: visitorCount, lookup })
    this.#visitors = Array.from({ length: visitorCount }, () => this.#visitAgainAndAgain(url))
  }

  get bytes(): number {
    return this.visits.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  /** Resolves once there were this many complete answers. */
  async untilVisits(count: number): Promise<void> {
    await until(`${count} visits`, async () => this.visits.length >= count)
  }

  /** Lets the requests in progress finish. */
  async end(): Promise<void> {
    this.#isEnding = true
    await Promise.all(this.#visitors)
    this.#agent.destroy()
  }

  async #visitAgainAndAgain(url: string): Promise<void> {
    while (!this.#isEnding) await this.#visit(url)
  }

  #visit(url: string): Promise<void> {
    return new Promise((resolve) => {
      const fail = () => {
        this.failures += 1
        // An edge that is gone refuses at once: the others must get their turn.
        setTimeout(resolve, 10)
      }
      const sent = request(url, { agent: this.#agent })
      sent.on('error', fail)
      sent.on('response', (response) => {
        let bytes = 0
        response.on('data', (chunk: Buffer) => (bytes += chunk.length))
        response.on('error', () => {})
        response.on('close', () => {
          if (!response.complete || response.statusCode !== 200) return fail()
          this.visits.push({ endedMs: Date.now(), bytes })
          resolve()
        })
      })
      sent.end()
    })
  }
}

import type { AgentEvent, Output } from './events.ts'
import { FailedRequests } from './failed-requests.ts'
import {
  describeEnd,
  describeFailure,
  describeLost,
  describeReconnecting,
  describeTotals,
  describeTunnelFailure,
  describeTunnel,
  formatBytes,
  formatDuration,
  printable,
} from './text.ts'
import { LineWriter } from './writer.ts'
import type { TextStream } from './writer.ts'

/** A line per event, prefixed with the time: for files and pipes. A journal records the time itself. */
export class PlainOutput implements Output {
  readonly #out: LineWriter
  readonly #err: LineWriter
  readonly #failedRequests = new FailedRequests()
  readonly #isTimed: boolean

  constructor(stdout: TextStream, stderr: TextStream, isTimed = true) {
    this.#isTimed = isTimed
    const toLine = (count: number) => this.#time + describeLost(count)
    this.#out = new LineWriter(stdout, toLine)
    this.#err = new LineWriter(stderr, toLine)
  }

  show(event: AgentEvent, tunnel?: string): void {
    const prefix = tunnel === undefined ? '' : `[${tunnel}] `
    switch (event.event) {
      case 'waiting':
        this.#print(`${prefix}Waiting for an app on ${event.forwardingTo}`)
        break
      case 'ready':
        for (const [name, value] of describeTunnel(event)) this.#print(`${prefix}${name}: ${value}`)
        break
      case 'notes':
        for (const line of event.lines) this.#print(prefix + line)
        break
      case 'inspector':
        this.#print(`Inspector: ${event.url}`)
        break
      case 'connected':
        this.#print(`${prefix}Connected`)
        break
      case 'reconnecting':
        this.#print(prefix + describeReconnecting(event.reason, event.delayMs))
        break
      case 'request':
        this.#out.add(
          `${this.#time}${prefix}${event.method} ${printable(event.path)} ${event.status} ${formatBytes(event.bytesOut)} ${describeEnd(event)}`,
        )
        break
      case 'stream':
        this.#out.add(`${this.#time}${prefix}${event.method} ${printable(event.path)} ${event.status} streaming`)
        break
      case 'request-failed': {
        const duration = formatDuration(event.durationMs)
        this.#out.add(`${this.#time}${prefix}${event.method} ${printable(event.path)} ${event.code} ${duration}`)
        const line = this.#failedRequests.describe(event.message)
        if (line !== undefined) this.#print(printable(line))
        break
      }
      case 'warning':
        this.#print(`${prefix}Warning: ${printable(event.message)}`)
        break
      case 'tunnel-failed':
        this.#print(`${prefix}${describeTunnelFailure(event)}`)
        break
      case 'stopping':
        this.#print('Stopping')
        break
      case 'stopped':
        this.#print(describeTotals(event))
        break
      case 'failed':
        this.#out.flush()
        for (const line of describeFailure(event)) this.#err.addNow(line)
        break
      default:
        throw new Error(`An event is not shown: ${String(event satisfies never)}`)
    }
  }

  async close(): Promise<void> {
    await this.#out.close()
    await this.#err.close()
  }

  #print(text: string): void {
    this.#out.addNow(this.#time + text)
  }

  get #time(): string {
    return this.#isTimed ? `${getTime()} ` : ''
  }
}

let second = 0
let time = ''

/** Returns the time to the second in UTC; formatted only when the second has changed. */
function getTime(): string {
  const now = Math.floor(Date.now() / 1000)
  if (now !== second) time = `${new Date(now * 1000).toISOString().slice(0, 19)}Z`
  second = now
  return time
}

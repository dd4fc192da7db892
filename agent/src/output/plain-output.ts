import type { AgentEvent, Output } from './events.ts'
import { FailedRequests } from './failed-requests.ts'
import { describeFailure, describeReconnecting, describeTunnel, formatDuration, printable } from './text.ts'
import { LineWriter } from './writer.ts'
import type { TextStream } from './writer.ts'

/** A line for each event, with the time in front: for files, pipes and services. */
export class PlainOutput implements Output {
  readonly #out: LineWriter
  readonly #err: LineWriter
  readonly #failedRequests = new FailedRequests()

  constructor(stdout: TextStream, stderr: TextStream) {
    this.#out = new LineWriter(stdout)
    this.#err = new LineWriter(stderr)
  }

  show(event: AgentEvent): void {
    switch (event.event) {
      case 'started':
        for (const [name, value] of describeTunnel(event)) this.#say(`${name}: ${value}`)
        break
      case 'connected':
        this.#say('Connected')
        break
      case 'reconnecting':
        this.#say(describeReconnecting(event.reason, event.delayMs))
        break
      case 'request':
        this.#out.add(
          `${getTime()} ${event.method} ${printable(event.path)} ${event.status} ${formatDuration(event.durationMs)}`,
        )
        break
      case 'request-failed': {
        this.#out.add(`${getTime()} ${event.method} ${printable(event.path)} ${event.code}`)
        const line = this.#failedRequests.describe(event.message)
        if (line !== undefined) this.#say(printable(line))
        break
      }
      case 'warning':
        this.#say(`Warning: ${printable(event.message)}`)
        break
      case 'stopping':
        this.#say('Stopping')
        break
      case 'stopped':
        this.#say('Stopped')
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

  #say(text: string): void {
    this.#out.addNow(`${getTime()} ${text}`)
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

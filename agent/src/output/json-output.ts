import type { AgentEvent, Output } from './events.ts'
import { LineWriter } from './writer.ts'
import type { TextStream } from './writer.ts'

/** Events that come in thousands share a write. */
const frequent: ReadonlySet<AgentEvent['event']> = new Set(['request', 'request-failed', 'stream'])

/** A JSON object per event, one per line, for programs. */
export class JsonOutput implements Output {
  readonly #writer: LineWriter

  constructor(stdout: TextStream) {
    this.#writer = new LineWriter(stdout)
  }

  show({ event, ...rest }: AgentEvent, tunnel?: string): void {
    const time = new Date().toISOString()
    const line = JSON.stringify({ time, event, ...(tunnel === undefined ? {} : { tunnel }), ...rest })
    if (frequent.has(event)) this.#writer.add(line)
    else this.#writer.addNow(line)
  }

  close(): Promise<void> {
    return this.#writer.close()
  }
}

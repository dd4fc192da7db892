import type { AgentEvent, Output } from './events.ts'
import { describeLost } from './text.ts'
import { LineWriter } from './writer.ts'
import type { TextStream } from './writer.ts'

/** Events that come in thousands share a write. */
const frequent: ReadonlySet<AgentEvent['event']> = new Set(['request', 'request-failed', 'stream'])

/** A JSON object per event, one per line, for programs. */
export class JsonOutput implements Output {
  readonly #writer: LineWriter

  constructor(stdout: TextStream) {
    this.#writer = new LineWriter(stdout, (count) => toLine({ event: 'warning', message: describeLost(count) }))
  }

  show(event: AgentEvent, tunnel?: string): void {
    const line = toLine(event, tunnel)
    if (frequent.has(event.event)) this.#writer.add(line)
    else this.#writer.addNow(line)
  }

  close(): Promise<void> {
    return this.#writer.close()
  }
}

function toLine({ event, ...rest }: AgentEvent, tunnel?: string): string {
  const time = new Date().toISOString()
  return JSON.stringify({ time, event, ...(tunnel === undefined ? {} : { tunnel }), ...rest })
}

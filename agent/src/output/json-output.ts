import type { AgentEvent, Output } from './events.ts'
import { LineWriter } from './writer.ts'
import type { TextStream } from './writer.ts'

/** A JSON object for each event, one a line, for programs. */
export class JsonOutput implements Output {
  readonly #writer: LineWriter

  constructor(stdout: TextStream) {
    this.#writer = new LineWriter(stdout)
  }

  show(event: AgentEvent): void {
    const line = JSON.stringify({ time: new Date().toISOString(), ...event })
    if (event.event === 'request' || event.event === 'request-failed') this.#writer.add(line)
    else this.#writer.addNow(line)
  }

  close(): Promise<void> {
    return this.#writer.close()
  }
}

import { STATUS_CODES } from 'node:http'
import { agentCallBytesMax } from '@culvert/schema/tokens'
import type { RequestHead, StreamHandler, WireStream } from '@culvert/wire'
import type { CalledAgent } from './answer-call.ts'
import { CallFault } from './call-fault.ts'
import { readJson } from './read-json.ts'
import { answerRemoteCall } from './remote-calls.ts'

/** Answers a call that arrives through an edge. Returns the receiver of its body. */
export type RemoteCallHandler = (stream: WireStream, head: RequestHead) => StreamHandler

export interface RemoteCallOptions {
  /** How many calls may be open at once; further ones are refused. */
  openMax?: number
  /** How long the body of a call may take, in milliseconds. */
  bodyMs?: number
}

/** Opens the door for the dashboard's calls, which an edge forwards, or keeps it shut and gives the reason. */
export function createRemoteCallHandler(
  agent: CalledAgent | CallFault,
  { openMax = 8, bodyMs = 15_000 }: RemoteCallOptions = {},
): RemoteCallHandler {
  const open = new Set<RemoteCall>()
  return (stream, head) => {
    const isFull = open.size >= openMax
    const busy = new CallFault(503, `The agent answers ${openMax} calls at a time. Try again in a moment.`)
    const call = new RemoteCall(stream, head, isFull ? busy : agent, () => open.delete(call))
    open.add(call)
    call.start(bodyMs)
    return call
  }
}

/** One call and its answer. A fault in it ends this call only. */
class RemoteCall implements StreamHandler {
  readonly #stream: WireStream
  readonly #head: RequestHead
  readonly #agent: CalledAgent | CallFault
  readonly #onOver: () => void
  readonly #leaving = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #body: Buffer[] = []
  #bytes = 0
  #phase: 'reading' | 'working' | 'over' = 'reading'

  constructor(stream: WireStream, head: RequestHead, agent: CalledAgent | CallFault, onOver: () => void) {
    this.#stream = stream
    this.#head = head
    this.#agent = agent
    this.#onOver = onOver
  }

  start(bodyMs: number): void {
    const late = new CallFault(408, `The call did not arrive within ${bodyMs / 1_000} s.`)
    this.#timer = setTimeout(() => this.#refuse(late), bodyMs)
  }

  onData(chunk: Buffer): void {
    this.#stream.consumed(chunk.length)
    if (this.#phase !== 'reading') return
    this.#bytes += chunk.length
    // The chunk's memory is only lent.
    if (this.#bytes <= agentCallBytesMax.body) this.#body.push(Buffer.from(chunk))
    else this.#refuse(new CallFault(413, `Expected a body of at most ${agentCallBytesMax.body} bytes.`))
  }

  onEnd(): void {
    if (this.#phase !== 'reading') return
    this.#phase = 'working'
    clearTimeout(this.#timer)
    void this.#answer()
  }

  onWritable(): void {}

  onReset(): void {
    this.#finish()
    this.#leaving.abort()
  }

  async #answer(): Promise<void> {
    try {
      if (this.#agent instanceof CallFault) throw this.#agent
      const body = Buffer.concat(this.#body.splice(0))
      const value = await answerRemoteCall(this.#agent, this.#head, () => readJson(body), this.#leaving.signal)
      this.#send(200, value)
    } catch (error) {
      this.#refuse(error instanceof CallFault ? error : new CallFault(500, describeFault(error)))
    }
  }

  #refuse({ status, message }: CallFault): void {
    this.#send(status, { message })
  }

  #send(status: number, value: object): void {
    if (this.#phase === 'over') return
    const content = Buffer.from(JSON.stringify(value))
    if (content.length > agentCallBytesMax.answer) {
      throw new CallFault(
        413,
        `The answer has ${content.length} bytes. Look at it in the inspector on the agent's machine.`,
      )
    }
    this.#finish()
    this.#stream.sendHead({
      status,
      reason: STATUS_CODES[status] ?? '',
      fields: [
        ['Content-Type', 'application/json'],
        ['Content-Length', String(content.length)],
      ],
    })
    this.#stream.write(content)
    this.#stream.end()
  }

  #finish(): void {
    if (this.#phase === 'over') return
    this.#phase = 'over'
    this.#body = []
    clearTimeout(this.#timer)
    this.#onOver()
  }
}

/** Describes a fault on this machine for others: the system's messages contain paths. */
function describeFault(error: unknown): string {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : ''
  return `The agent could not do it${code}.`
}

import { createHash } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import { agentCallAnswerField, agentCallBytesMax, agentCallFailures } from '@culvert/schema/tokens'
import type { AgentCallFailure } from '@culvert/schema/tokens'
import { type FaultBearer, guard } from '@culvert/program/guard'
import type { HeaderField, ResetCode, ResponseHead, StreamHandler, WireStream } from '@culvert/wire'
import { pageAnswer, sendAnswer } from '../pages/answer.ts'
import type { FaultReport } from '../reporting.ts'
import type { AgentSession } from '../tunnels/agent-session.ts'
import type { AgentCall } from '../tunnels/ticket.ts'
import { type Visitor, type VisitorHandler, hasContent } from '../visitor.ts'

/** The deadlines of calls, in milliseconds. */
export interface AgentCallTiming {
  /** How long a call may take to arrive, its answer then to begin, and then to complete. */
  callMs: number
  /** How long the answer to a call that runs a set of requests may take to begin. */
  runMs: number
}

interface AgentCallExchangeOptions {
  /** The API, which arrives like any visitor. */
  visitor: Visitor
  call: AgentCall
  /** The token of the answer. */
  proof: string
  timing: AgentCallTiming
  reportFault: FaultReport
}

const contentType = /^[\x20-\x7e]{1,128}$/

/** One call, from its body to the end of its answer. */
export class AgentCallExchange implements StreamHandler, VisitorHandler, FaultBearer {
  readonly #options: AgentCallExchangeOptions
  readonly #visitor: Visitor
  readonly #call: AgentCall
  /** `reading` the body, `asking` the agent, `answering`, `over`. */
  #phase: 'reading' | 'asking' | 'answering' | 'over' = 'reading'
  #session: AgentSession | undefined
  #stream: WireStream | undefined
  #body: Buffer[] = []
  #bodyBytes = 0
  #answerBytes = 0
  #timer: NodeJS.Timeout | undefined
  #onOver: () => void = () => {}

  constructor(options: AgentCallExchangeOptions) {
    this.#options = options
    this.#visitor = options.visitor
    this.#call = options.call
  }

  get bearerName(): string {
    return this.#visitor.request.origin.address
  }

  /** Reads the body, and passes the call on. `onOver` is called once, at the end. */
  start(session: AgentSession, onOver: () => void): void {
    this.#session = session
    this.#onOver = onOver
    this.#expectWithin(this.#options.timing.callMs, 'CULVERT_BAD_REQUEST', 'The body of the call did not come in time.')
    this.#visitor.attach(this)
    if (this.#visitor.request.hasBody) this.#visitor.resume()
    else this.#ask()
  }

  /** Answers without the agent, and gives the reason. */
  fail(code: AgentCallFailure, message: string): void {
    this.#finish()
    const answer = pageAnswer(agentCallFailures[code], 'json', JSON.stringify({ message }))
    answer.fields = [...answer.fields, agentCallAnswerField, this.#options.proof, 'X-Culvert-Error', code]
    sendAnswer(this.#visitor, answer)
    // The rest of the body is read and dropped: cutting it off could cost the API the answer.
    if (this.#visitor.request.hasBody) this.#visitor.resume()
  }

  onFault(error: unknown, place: string): void {
    this.#options.reportFault(error, place, [this.#visitor.request])
    this.#breakOff('The edge failed while it handled this call.')
  }

  // From the API

  onBody(chunk: Buffer): void {
    if (this.#phase !== 'reading') return
    this.#bodyBytes += chunk.length
    // The chunk's memory is lent.
    if (this.#bodyBytes <= agentCallBytesMax.body) this.#body.push(Buffer.from(chunk))
    else this.fail('CULVERT_BAD_REQUEST', `Expected a body of at most ${agentCallBytesMax.body} bytes.`)
  }

  onBodyEnd(): void {
    if (this.#phase === 'reading') this.#ask()
  }

  onDrain(): void {
    this.#stream?.drained()
  }

  onGone(): void {
    this.#finish()
    this.#stream?.reset('CANCELLED', 'The caller left.')
    this.#stream = undefined
  }

  // From the agent

  onHead({ status, fields }: ResponseHead): void {
    if (this.#phase !== 'asking' || status < 200) return
    if (status > 599 || !hasContent(this.#visitor.request.method, status)) {
      this.#giveUp('CULVERT_AGENT_LOST', `The agent answered with ${status}, which no answer to a call has.`)
      return
    }
    this.#phase = 'answering'
    this.#expectWithin(this.#options.timing.callMs)
    const type = fields.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
    this.#visitor.sendHead({
      status,
      reason: STATUS_CODES[status] ?? '',
      fields: [
        ['Content-Type', contentType.test(type) ? type : 'application/octet-stream'],
        [agentCallAnswerField, this.#options.proof],
        ['Cache-Control', 'no-store'],
        ['X-Content-Type-Options', 'nosniff'],
      ].flat(),
    })
  }

  onData(chunk: Buffer): void {
    if (this.#phase !== 'answering') return
    this.#answerBytes += chunk.length
    if (this.#answerBytes > agentCallBytesMax.answer) this.#breakOff('The answer is longer than allowed.')
    else if (this.#visitor.write(chunk)) this.#stream?.consumed(chunk.length)
  }

  onEnd(): void {
    if (this.#phase !== 'answering') return
    this.#finish()
    this.#visitor.end()
  }

  onWritable(): void {}

  onReset(_code: ResetCode | 'SESSION_LOST', message: string): void {
    this.#stream = undefined
    if (this.#phase === 'asking') this.fail('CULVERT_AGENT_LOST', `The agent gave no answer: ${message}`)
    else if (this.#phase === 'answering') this.#breakOff(message)
  }

  #ask(): void {
    const { method, target, bodyHash } = this.#call
    const body = Buffer.concat(this.#body.splice(0))
    if (createHash('sha256').update(body).digest('base64url') !== bodyHash) {
      this.fail('CULVERT_BAD_REQUEST', 'The body is not the one that the token names.')
      return
    }
    this.#phase = 'asking'
    const { callMs, runMs } = this.#options.timing
    const answerMs = target.endsWith('/run') ? runMs : callMs
    this.#expectWithin(answerMs, 'CULVERT_AGENT_TIMEOUT', `The agent gave no answer for ${answerMs / 1_000} s.`)
    const { host, origin } = this.#visitor.request
    const fields: HeaderField[] = [
      ['Host', host],
      ['Content-Type', 'application/json'],
      ['Content-Length', String(body.length)],
    ]
    const head = { kind: 'agent', method, target, fields, visitorAddress: origin.address, requestId: '' } as const
    this.#stream = this.#session?.open(head, this, body.length === 0)
    if (body.length === 0) return
    this.#stream?.write(body)
    this.#stream?.end()
  }

  /** Gives the call up unless the next step happens in time: fails it, or, once the answer has begun, cuts it off. */
  #expectWithin(ms: number, code?: AgentCallFailure, message = 'The answer took too long.'): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(
      guard('call.timeout', this, () => (code === undefined ? this.#breakOff(message) : this.#giveUp(code, message))),
      ms,
    )
  }

  /** Answers without the agent, which has already been asked. */
  #giveUp(code: AgentCallFailure, message: string): void {
    this.#stream?.reset('CANCELLED', message)
    this.#stream = undefined
    this.fail(code, message)
  }

  /** Cuts off an answer that cannot be completed. */
  #breakOff(message: string): void {
    this.#finish()
    this.#stream?.reset('CANCELLED', message)
    this.#stream = undefined
    this.#visitor.destroy()
  }

  #finish(): void {
    if (this.#phase === 'over') return
    this.#phase = 'over'
    this.#body = []
    clearTimeout(this.#timer)
    const onOver = this.#onOver
    this.#onOver = () => {}
    onOver()
  }
}

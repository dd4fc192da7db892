import { Agent } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { messageOf } from '@culvert/program'
import { exitCodes, Failure } from '../failure.ts'
import type {
  AgentStatus,
  ReplayAnswer,
  ReplayRequest,
  RequestChanges,
  RequestDetail,
  RequestList,
  RequestSummary,
} from '../inspection/api-types.ts'
import { requestHttp } from '../net/request-http.ts'
import type { RunningAgent } from './run-file.ts'

/** Opens connections itself: with NODE_USE_ENV_PROXY, Node's own agent and `fetch` would ask a proxy for 127.0.0.1. */
const direct = new Agent()

/** How long an agent on this machine may take to report its state, in milliseconds. */
const statusTimeoutMs = 3_000

/** An agent's refusal of a request. */
export class AgentRefusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.name = 'AgentRefusal'
    this.status = status
  }
}

/** The end of an agent before it has answered. */
export class AgentGone extends Failure {
  constructor(pid: number, error: unknown) {
    super(exitCodes.fault, 'The command with the tunnel has ended.', {
      why: `Process ${pid} gave no complete answer: ${messageOf(error)}.`,
      remedy: '`culvert status` shows which tunnels are open.',
    })
    this.name = 'AgentGone'
  }
}

/** Talks to a running agent. Calls reject with AgentRefusal, or with AgentGone. */
export class AgentClient {
  readonly #pid: number
  readonly #port: number
  readonly #token: string

  constructor({ pid, port, token }: RunningAgent) {
    this.#pid = pid
    this.#port = port
    this.#token = token
  }

  /** Returns the inspector's address for a browser. The token follows `#`, which browsers never send. */
  get inspectorUrl(): string {
    return `http://127.0.0.1:${this.#port}/#token=${this.#token}`
  }

  /** Rejects with the system's error if the agent does not answer. */
  status(): Promise<AgentStatus> {
    return this.#ask('GET', 'status', { signal: AbortSignal.timeout(statusTimeoutMs) })
  }

  stop(tunnel: string | undefined): Promise<object> {
    return this.#call('POST', `stop${tunnel === undefined ? '' : `?tunnel=${encodeURIComponent(tunnel)}`}`)
  }

  /** Returns the newest kept requests, of one tunnel or of all; the older ones follow after the cursor. */
  list(tunnel: string | undefined, before?: string): Promise<RequestList> {
    const query = new URLSearchParams()
    if (tunnel !== undefined) query.set('tunnel', tunnel)
    if (before !== undefined) query.set('before', before)
    return this.#call('GET', `requests?${query.toString()}`)
  }

  /** Returns all kept requests, newest first. */
  async listAll(tunnel: string | undefined): Promise<RequestSummary[]> {
    let { requests, cursor } = await this.list(tunnel)
    const all = [...requests]
    while (cursor !== undefined) {
      ;({ requests, cursor } = await this.list(tunnel, cursor))
      all.push(...requests)
    }
    return all
  }

  detail(id: string): Promise<RequestDetail> {
    return this.#call('GET', `requests/${encodeURIComponent(id)}`)
  }

  /** Sends a kept request again. */
  repeat(id: string): Promise<ReplayAnswer> {
    return this.#call('POST', `requests/${encodeURIComponent(id)}/replay`)
  }

  /** Sends a request to the app of a tunnel. */
  send(tunnel: string, request: ReplayRequest): Promise<ReplayAnswer> {
    return this.#call('POST', `replay?tunnel=${encodeURIComponent(tunnel)}`, { body: JSON.stringify(request) })
  }

  /** Yields changes until the agent ends. */
  async *changes(): AsyncGenerator<RequestChanges> {
    const decoder = new TextDecoder()
    let held = ''
    for await (const chunk of (await this.#open('GET', 'changes')) as AsyncIterable<Buffer>) {
      held += decoder.decode(chunk, { stream: true })
      const events = held.split('\n\n')
      held = events.pop() ?? ''
      for (const event of events) yield JSON.parse(event.slice('data: '.length)) as RequestChanges
    }
  }

  async #call<Answer>(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    try {
      return await this.#ask(method, path, options)
    } catch (error) {
      throw error instanceof AgentRefusal ? error : new AgentGone(this.#pid, error)
    }
  }

  async #ask<Answer>(method: string, path: string, options: CallOptions): Promise<Answer> {
    return JSON.parse(await text(await this.#open(method, path, options))) as Answer
  }

  async #open(method: string, path: string, options: CallOptions = {}): Promise<IncomingMessage> {
    const response = await this.#send(method, path, options)
    const { statusCode = 0 } = response
    if (statusCode === 200) return response
    const { message } = JSON.parse(await text(response)) as { message: string }
    throw new AgentRefusal(statusCode, message)
  }

  #send(method: string, path: string, { body = '', signal }: CallOptions): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${this.#token}`, 'content-length': Buffer.byteLength(body) }
      const target = { agent: direct, host: '127.0.0.1', port: this.#port, path: `/api/${path}` }
      requestHttp({ ...target, method, headers, signal }, resolve)
        .on('error', reject)
        .end(body)
    })
  }
}

interface CallOptions {
  body?: string
  signal?: AbortSignal
}

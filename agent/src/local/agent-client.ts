import type {
  AgentStatus,
  ReplayAnswer,
  ReplayRequest,
  RequestChanges,
  RequestDetail,
  RequestList,
  RequestSummary,
} from '../inspection/api-types.ts'
import type { RunningAgent } from './run-file.ts'

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

/** Talks to a running agent. Calls reject with AgentRefusal, or when the agent has gone. */
export class AgentClient {
  readonly #address: string
  readonly #token: string

  constructor({ port, token }: RunningAgent) {
    this.#address = `http://127.0.0.1:${port}`
    this.#token = token
  }

  /** Returns the inspector's address for a browser. The token follows `#`, which browsers never send. */
  get inspectorUrl(): string {
    return `${this.#address}/#token=${this.#token}`
  }

  status(): Promise<AgentStatus> {
    return this.#call('GET', 'status', { signal: AbortSignal.timeout(statusTimeoutMs) })
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
    const response = await this.#fetch('GET', 'changes')
    const decoder = new TextDecoder()
    let held = ''
    for await (const chunk of response.body ?? []) {
      held += decoder.decode(chunk, { stream: true })
      const events = held.split('\n\n')
      held = events.pop() ?? ''
      for (const event of events) yield JSON.parse(event.slice('data: '.length)) as RequestChanges
    }
  }

  async #call<Answer>(method: string, path: string, init: RequestInit = {}): Promise<Answer> {
    const response = await this.#fetch(method, path, init)
    return (await response.json()) as Answer
  }

  async #fetch(method: string, path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { authorization: `Bearer ${this.#token}` }
    const response = await fetch(`${this.#address}/api/${path}`, { method, headers, ...init })
    if (response.ok) return response
    const { message } = (await response.json()) as { message: string }
    throw new AgentRefusal(response.status, message)
  }
}

import type {
  AgentStatus,
  ReplayAnswer,
  ReplayRequest,
  RequestChanges,
  RequestDetail,
  RequestList,
  SetResult,
} from '@culvert/agent/inspection'

/** The agent's answer in place of the requested one. */
export class Refusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.name = 'Refusal'
    this.status = status
  }
}

const idPath = (id: string) => `requests/${encodeURIComponent(id)}`
const setPath = (name: string) => `sets/${encodeURIComponent(name)}`

export function createClient(token: string) {
  async function send(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
    const response = await fetch(`/api/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    })
    if (response.ok) return response
    const { message } = (await response.json()) as { message: string }
    throw new Refusal(response.status, message)
  }

  async function call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    return (await (await send(method, path, body)).json()) as Answer
  }

  return {
    status: () => call<AgentStatus>('GET', 'status'),
    list: (filter: URLSearchParams) => call<RequestList>('GET', `requests?${filter.toString()}`),
    detail: (id: string) => call<RequestDetail>('GET', idPath(id)),
    clear: () => call<object>('DELETE', 'requests'),
    replay: (id: string, edited?: ReplayRequest) => call<ReplayAnswer>('POST', `${idPath(id)}/replay`, edited),
    sets: () => call<{ names: string[] }>('GET', 'sets'),
    saveSet: (name: string, ids: string[]) => call<object>('PUT', setPath(name), ids),
    runSet: (name: string, tunnel: string | undefined) =>
      call<{ results: SetResult[] }>(
        'POST',
        `${setPath(name)}/run${tunnel ? `?tunnel=${encodeURIComponent(tunnel)}` : ''}`,
      ),
    /** Calls `onChanges` with each batch of changes that match a filter, until the signal aborts or the agent ends. `EventSource` could not send a token. */
    async follow(
      filter: URLSearchParams,
      onChanges: (changes: RequestChanges) => void,
      signal: AbortSignal,
    ): Promise<void> {
      const response = await send('GET', `changes?${filter.toString()}`, undefined, signal)
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
      let held = ''
      for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader?.read()) {
        held += part.value
        const events = held.split('\n\n')
        held = events.pop() ?? ''
        for (const event of events) onChanges(JSON.parse(event.slice('data: '.length)) as RequestChanges)
      }
    },
  }
}

/** Calls the agent that serves this page. Calls reject with Refusal, or when the agent has ended. */
export type Client = ReturnType<typeof createClient>

import type {
  BodyDetail,
  ReplayAnswer,
  RequestChanges,
  RequestDetail,
  RequestSummary,
  SetResult,
} from '@culvert/agent/inspection'
import { onTestFinished, vi } from 'vitest'

const keeping = {
  isOn: true,
  keepsSecrets: false,
  requestCount: 0,
  bytes: 0,
  bytesMax: 1,
  seen: 0,
  skipped: { busy: 0, full: 0, fault: 0 },
}

/** Returns a body of text. */
export function textBody(contentType: string, content: string, more: Partial<BodyDetail> = {}): BodyDetail {
  return {
    size: content.length,
    isTruncated: false,
    decodedFrom: undefined,
    absence: undefined,
    contentType,
    encoding: 'utf8',
    content,
    ...more,
  }
}

/** Returns the details of the request with this position among all. */
export function makeRequest(sequence: number, more: Partial<RequestDetail> = {}): RequestDetail {
  return {
    id: `abcd-${sequence}`,
    tunnel: 'web',
    startedAt: new Date(sequence * 1000).toISOString(),
    kind: 'http',
    method: 'GET',
    target: `/${sequence}`,
    status: 200,
    state: 'complete',
    failure: undefined,
    firstByteMs: 1,
    durationMs: 2,
    bytesIn: 0,
    bytesOut: 2,
    requestId: undefined,
    replayOf: undefined,
    webhook: undefined,
    host: 'demo.test',
    visitorAddress: '203.0.113.7',
    requestFields: [['Host', 'demo.test']],
    requestBody: textBody('', ''),
    reason: 'OK',
    responseFields: [['Content-Type', 'text/plain']],
    responseBody: textBody('text/plain', 'ok'),
    frames: [],
    framesDropped: 0,
    redacted: [],
    ...more,
  }
}

/** The local server of an agent, in place of the network: its data is what a test gave it. */
export class TestAgent {
  /** The newest first. */
  requests: RequestDetail[]
  /** The paths and queries that were requested from it. */
  readonly asked: string[] = []
  replay: (body: unknown) => ReplayAnswer = () => {
    throw new Error('No replay was expected.')
  }
  results: SetResult[] = []
  /** The number of rows in a page of the list. */
  pageMax = 500
  tunnels = ['web']
  /** The saved sets: lists of ids by name. */
  readonly sets = new Map<string, unknown>()
  #changes: ReadableStreamDefaultController<Uint8Array> | undefined

  constructor(requests: RequestDetail[] = []) {
    this.requests = requests
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => Promise.resolve(this.#answer(path, init)))
    onTestFinished(() => void vi.unstubAllGlobals())
  }

  /** Makes requests arrive, and reports them. */
  come(...requests: RequestDetail[]): void {
    this.requests = [...requests.toReversed(), ...this.requests]
    this.tell({ requests })
  }

  /** Reports changes. */
  tell(changes: Partial<RequestChanges>): void {
    const all: RequestChanges = { requests: [], forgotten: [], isPartial: false, keeping, ...changes }
    this.#changes?.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(all)}\n\n`))
  }

  /** Ends, as the agent does with its tunnels. */
  end(): void {
    this.#changes?.close()
  }

  #answer(path: string, { method = 'GET', body: sent }: RequestInit): Response {
    const body: unknown = typeof sent === 'string' ? JSON.parse(sent) : undefined
    const { pathname, searchParams, search } = new URL(path, 'http://127.0.0.1')
    const [, , noun, id = '', verb] = pathname.split('/')
    this.asked.push(`${method} ${noun}${id === '' ? '' : `/${id}`}${verb === undefined ? '' : `/${verb}`}${search}`)
    switch (`${method} ${noun} ${verb ?? ''}`) {
      case 'GET status ':
        return Response.json({
          tunnels: this.tunnels.map((name) => ({ name, publicUrl: 'https://demo.test', forwardingTo: 'http://app' })),
        })
      case 'GET changes ':
        return new Response(
          new ReadableStream<Uint8Array>({
            start: (controller) => {
              this.#changes = controller
              this.tell({})
            },
          }),
        )
      case 'GET requests ':
        return id === '' ? this.#list(searchParams.get('before')) : this.#detail(id)
      case 'DELETE requests ':
        this.requests = []
        return Response.json({})
      case 'POST requests replay':
        return Response.json(this.replay(body))
      case 'GET sets ':
        return Response.json({ names: [...this.sets.keys()] })
      case 'PUT sets ':
        this.sets.set(id, body)
        return Response.json({})
      case 'POST sets run':
        return Response.json({ results: this.results })
      default:
        throw new Error(`${method} ${path} was not expected.`)
    }
  }

  #list(before: string | null): Response {
    const start = this.requests.findIndex(({ id }) => id === before) + 1
    const requests: RequestSummary[] = this.requests.slice(start, start + this.pageMax)
    const hasOlder = start + this.pageMax < this.requests.length
    return Response.json({ requests, cursor: hasOlder ? requests.at(-1)?.id : undefined })
  }

  #detail(id: string): Response {
    const found = this.requests.find((each) => each.id === id)
    return found ? Response.json(found) : Response.json({ message: 'There is no such request.' }, { status: 404 })
  }
}

import type { ContentAbsence, RequestFilter } from '../graphql/generated/graphql.ts'
import type { RequestContent } from '../features/requests/request-content.ts'
import type { RequestDetail } from '../features/requests/request.ts'

/** When the first request of a test began. */
const beginMs = Date.parse('2026-11-21T09:00:00.000Z')

/** Returns the request with this position among all, a second after the previous one. */
export function aRequest(number: number, more: Partial<RequestDetail> = {}): RequestDetail {
  return {
    id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    startedAt: new Date(beginMs + number * 1000).toISOString(),
    method: 'GET',
    hostname: 'demo-ada-l.culvert.localhost',
    path: `/${number}`,
    httpVersion: '1.1',
    status: 200,
    answeredBy: 'APP',
    code: null,
    isComplete: true,
    reason: null,
    durationMs: 13,
    waitingMs: 1,
    firstByteMs: 11,
    bytesIn: 0,
    bytesOut: 2048,
    messagesIn: null,
    messagesOut: null,
    visitorAddress: '203.0.113.7',
    userAgent: 'curl/8',
    agentId: null,
    gatewayId: 'gateway-demo',
    replayOf: null,
    replayedBy: null,
    failure: null,
    ...more,
  }
}

/** Returns a body of text. */
export function aBody(contentType: string, content: string, more: Partial<RequestContent['requestBody']> = {}) {
  return {
    size: content.length,
    isTruncated: false,
    decodedFrom: null,
    absence: null,
    contentType,
    encoding: 'UTF8' as const,
    content,
    ...more,
  }
}

/** Returns the content of a request that was answered with `ok`. */
export function aContent(more: Partial<RequestContent> = {}): RequestContent {
  return {
    source: 'AGENT',
    target: '/1?page=2',
    state: 'COMPLETE',
    failure: null,
    requestFields: [{ name: 'Accept', value: '*/*' }],
    requestBody: aBody('', ''),
    status: 200,
    reason: 'OK',
    responseFields: [{ name: 'Content-Type', value: 'text/plain' }],
    responseBody: aBody('text/plain', 'ok'),
    frames: [],
    framesDropped: 0,
    redacted: [],
    webhook: null,
    share: null,
    ...more,
  }
}

/** The part of the API that contains the requests. */
interface Api {
  requests: TestRequests | undefined
  emit: (event: 'requestsAdded', value: object) => void
}

interface PageArguments {
  filter?: RequestFilter
  first: number
  after?: string
  before?: string
}

/** The recorded requests of a test's account, with pages, filters and live batches like the API's. */
export class TestRequests {
  /** The newest first. */
  kept: RequestDetail[]
  readonly recording = {
    isOn: true,
    withAddresses: true,
    withQueries: false,
    keptHours: 24,
    notRecordedLastHour: 0,
  }
  /** The requested pages. */
  readonly asked: PageArguments[] = []
  /** How many requests one page examines. */
  scannedMax = 20_000
  /** The content of requests, or why it is unavailable, by id. */
  readonly contents = new Map<string, RequestContent | { absence: ContentAbsence; explanation: string }>()
  /** The names of sets, by the id of the agent whose machine has them. */
  readonly sets = new Map<string, string[]>()
  /** The first batch of a subscription. */
  readonly first = { nodes: [], omitted: 0 }
  readonly #api: Api

  constructor(api: Api, kept: RequestDetail[] = []) {
    this.#api = api
    this.kept = kept
    api.requests = this
  }

  /** The account's data. */
  get account() {
    return {
      requestRecording: this.recording,
      requests: (page: PageArguments) => this.#list(page),
      request: ({ id }: { id: string }) => this.kept.find((request) => request.id === id) ?? null,
      requestContent: ({ id }: { id: string }) => this.#findContent(id),
      requestSets: ({ agentId }: { agentId: string }) => this.sets.get(agentId) ?? [],
    }
  }

  /** Makes requests arrive, and reports them; only the first `told` of them. */
  come(requests: RequestDetail[], told = requests.length): void {
    this.kept = [...requests.toReversed(), ...this.kept]
    this.#api.emit('requestsAdded', { nodes: requests.slice(-told), omitted: requests.length - told })
  }

  #findContent(id: string) {
    const found = this.contents.get(id)
    if (found && !('absence' in found)) return { content: found, absence: null, explanation: null }
    return { content: null, absence: 'NOT_KEPT', explanation: 'The agent does not keep it any more.', ...found }
  }

  #list({ filter = {}, first, after, before, ...others }: PageArguments) {
    this.asked.push({ filter, first, after, before, ...others })
    const { kept } = this
    const place = (cursor: string) => kept.findIndex(({ id }) => id === cursor)
    if (before !== undefined) {
      const nodes = kept.slice(0, place(before)).filter(matches(filter)).slice(-first)
      return { nodes, startCursor: nodes[0]?.id ?? null, endCursor: nodes.at(-1)?.id ?? null, searchedTo: null }
    }
    const scanned = kept.slice(after === undefined ? 0 : place(after) + 1).slice(0, this.scannedMax)
    const found = scanned.filter(matches(filter))
    const nodes = found.slice(0, first)
    const last = found.length > first ? nodes.at(-1) : scanned.at(-1)
    const end = last === undefined || last === kept.at(-1) ? undefined : last
    return {
      nodes,
      startCursor: scanned[0]?.id ?? null,
      endCursor: end?.id ?? null,
      searchedTo: end?.startedAt ?? null,
    }
  }
}

function matches({ text, methods, pathPrefix, code }: RequestFilter) {
  return (request: RequestDetail) =>
    (text ? request.path.includes(text) : true) &&
    (methods ? methods.includes(request.method) : true) &&
    (pathPrefix ? request.path.startsWith(pathPrefix) : true) &&
    (code ? request.code === code : true)
}

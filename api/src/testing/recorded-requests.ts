import { randomUUID } from 'node:crypto'
import type { RecordedRequestInput, ReportRequestsInput, RequestFilter } from '../generated/schema.ts'
import { addMs, hourMs } from '../ground/clock.ts'
import type { TestApi } from './api.ts'
import { ReportRequestsDocument, RequestsDocument } from './generated/documents.ts'
import type { Member } from './seed.ts'

let made = 0

/** Makes a request as an edge reports it. It began within the last hour, a second after the one made before it. */
export function makeRequest(
  api: TestApi,
  { accountId }: Pick<Member, 'accountId'>,
  values: Partial<RecordedRequestInput> = {},
): RecordedRequestInput {
  made += 1
  return {
    id: randomUUID(),
    startedAt: addMs(api.clock.now(), -hourMs + made * 1_000),
    method: 'GET',
    hostname: 'demo.culvert.test',
    path: '/hello',
    httpVersion: '1.1',
    status: 200,
    answeredBy: 'APP',
    isComplete: true,
    durationMs: 12.5,
    waitingMs: 1.25,
    firstByteMs: 11,
    bytesIn: 0,
    bytesOut: 2_048,
    visitorAddress: '203.0.113.7',
    userAgent: 'curl/8.5.0',
    accountId,
    agentId: 'agent-1',
    ...values,
  }
}

/** Reports requests as an edge. Returns how many were recorded. */
export async function reportRequests(
  api: TestApi,
  requests: RecordedRequestInput[],
  { reportId = randomUUID(), unrecorded = [] }: Partial<Pick<ReportRequestsInput, 'reportId' | 'unrecorded'>> = {},
): Promise<number> {
  const input = { reportId, requests, unrecorded }
  return (await api.edge().run(ReportRequestsDocument, { input })).reportRequests.recorded
}

interface PageArguments {
  filter?: RequestFilter
  first?: number
  after?: string | null
  before?: string | null
}

/** Reads a page of an account's requests. */
export async function readRequests(
  { client, accountId }: Pick<Member, 'client' | 'accountId'>,
  page: PageArguments = {},
) {
  return (await client.run(RequestsDocument, { accountId, first: 50, ...page })).account.requests
}

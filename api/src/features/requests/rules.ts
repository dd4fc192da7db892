import { unlimited } from '@culvert/schema/units'
import type { Selectable } from 'kysely'
import type {
  AccountRequestsArgs,
  RecordedRequestInput,
  ReportRequestsInput,
  RequestBatch as RequestBatchAnswer,
  RequestFilter,
  RequestPage as RequestPageAnswer,
  SetRequestRecordingInput,
  StatusClass,
} from '../../generated/schema.ts'
import { addMs, hourMs, isStorableInstant, minuteMs, toDay } from '../../ground/clock.ts'
import { badInput } from '../../ground/errors.ts'
import { keptSince } from '../plans/rules.ts'
import type { RecordedRequestTable, RequestRecordingTable } from './table.ts'

/** The recording settings of an account. */
export type RequestRecording = Selectable<RequestRecordingTable>

/** A request of a visitor, with what it was recorded for. */
export type RecordedRequest = Omit<Selectable<RecordedRequestTable>, 'batch'>

/** A request of a visitor as it is shown. */
export type VisitorRequest = Omit<RecordedRequest, 'accountId' | 'keptUntil'>

/** A page of requests as it is shown. */
export type RequestPage = Omit<RequestPageAnswer, 'nodes'> & { nodes: VisitorRequest[] }

/** Requests that came in, as a subscription shows them. */
export type RequestBatch = Omit<RequestBatchAnswer, 'nodes'> & { nodes: VisitorRequest[] }

/** Returns the settings of an account that has set nothing. Queries are left out, because they may hold secrets. */
export function defaultRecording(accountId: string): RequestRecording {
  return { accountId, isOn: true, withAddresses: true, withQueries: false }
}

/** Returns what is to be recorded after a change. */
export function changeRecording(
  before: RequestRecording,
  { isOn, withAddresses, withQueries }: SetRequestRecordingInput,
): RequestRecording {
  return {
    accountId: before.accountId,
    isOn: isOn ?? before.isOn,
    withAddresses: withAddresses ?? before.withAddresses,
    withQueries: withQueries ?? before.withQueries,
  }
}

const reportedMax = 500

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Reports whether a text can be the id of a recorded request. */
export const isRequestId = (text: string): boolean => uuid.test(text)

/** Texts that visitors or apps choose, and that may be longer, are cut after this many characters. */
const truncateAfter = { method: 32, path: 2_048, userAgent: 256, reason: 500 }

/** Texts that are never longer than this in practice are refused if they are. */
const lengthMax = {
  hostname: 253,
  httpVersion: 8,
  code: 64,
  visitorAddress: 45,
  accountId: 100,
  agentId: 100,
  gatewayId: 100,
} as const

const lengthLimits = Object.entries(lengthMax) as [keyof typeof lengthMax, number][]

/** Validates a report of an edge. */
export function checkRequestReport({ reportId, requests, unrecorded }: ReportRequestsInput): void {
  if (!/^[\w-]{1,100}$/.test(reportId)) throw badInput('reportId', 'reportId must be a UUID')
  for (const [field, list] of Object.entries({ requests, unrecorded })) {
    if (list.length > reportedMax) {
      throw badInput(field, `A report has at most ${reportedMax} entries in ${field}, not ${list.length}`)
    }
  }
  for (const request of requests) checkRequest(request)
}

function checkRequest(request: RecordedRequestInput): void {
  if (!isRequestId(request.id)) throw badInput('id', `The id of a request must be a UUID, not ${shorten(request.id)}`)
  for (const [field, max] of lengthLimits) {
    const length = request[field]?.length ?? 0
    if (length > max) throw badInput(field, `${field} has at most ${max} characters, not ${length}`)
  }
  if (request.status < 100 || request.status > 999) {
    throw badInput('status', `status must be a number from 100 to 999, not ${request.status}`)
  }
  for (const field of ['durationMs', 'waitingMs', 'firstByteMs'] as const) {
    const ms = request[field] ?? 0
    if (ms < 0) throw badInput(field, `${field} must be a number from 0, not ${ms}`)
  }
}

/** The owner of a request, by what was found of the account. */
export interface RequestOwner {
  accountId: string
  gatewayId: string | null
  /** Hours for which the plan keeps requests; -1 is without end. */
  keptHours: number
  recording: RequestRecording
}

/** Returns what is recorded of a request; undefined when the account does not want it, or its plan no longer keeps it. */
export function recordRequest(
  input: RecordedRequestInput,
  owner: RequestOwner,
  now: Date,
): RecordedRequest | undefined {
  const { keptHours, recording } = owner
  return recording.isOn && isKept(input.startedAt, keptHours, now) ? describeRequest(input, owner, now) : undefined
}

/** Returns the row of a request. */
export function describeRequest(
  input: RecordedRequestInput,
  { accountId, gatewayId, keptHours, recording }: RequestOwner,
  now: Date,
): RecordedRequest {
  const [pathOnly = ''] = input.path.split('?', 1)
  return {
    id: input.id.toLowerCase(),
    accountId,
    // With a clock that is ahead of ours, a request would be kept for longer.
    keptUntil: computeKeptUntil(input.startedAt < now ? input.startedAt : now, keptHours),
    startedAt: input.startedAt,
    method: input.method.slice(0, truncateAfter.method),
    hostname: input.hostname,
    path: (recording.withQueries ? input.path : pathOnly).slice(0, truncateAfter.path),
    httpVersion: input.httpVersion,
    status: input.status,
    answeredBy: input.answeredBy,
    code: input.code ?? null,
    isComplete: input.isComplete,
    reason: input.reason?.slice(0, truncateAfter.reason) ?? null,
    durationMs: input.durationMs,
    waitingMs: input.waitingMs ?? null,
    firstByteMs: input.firstByteMs ?? null,
    bytesIn: input.bytesIn,
    bytesOut: input.bytesOut,
    messagesIn: input.messagesIn ?? null,
    messagesOut: input.messagesOut ?? null,
    visitorAddress: recording.withAddresses ? input.visitorAddress : null,
    userAgent: input.userAgent?.slice(0, truncateAfter.userAgent) ?? null,
    agentId: input.agentId ?? null,
    gatewayId,
    replayOf: null,
    replayedBy: null,
  }
}

/** The partition of what is kept without end. */
export const keptForever = 'infinity'

/** Returns the last day on which a request is kept. */
export function computeKeptUntil(startedAt: Date, keptHours: number): string {
  return keptHours === unlimited ? keptForever : toDay(addMs(startedAt, keptHours * hourMs))
}

function isKept(startedAt: Date, keptHours: number, now: Date): boolean {
  const since = keptSince(keptHours, now)
  return since === undefined || startedAt > since
}

/** Returns the minute of an instant. */
export function minuteOf(instant: Date): Date {
  return new Date(Math.floor(instant.getTime() / minuteMs) * minuteMs)
}

/** A position between two requests in the order of time. */
export interface RequestCursor {
  startedAt: Date
  id: string
}

/** Encodes a cursor for clients. */
export function encodeCursor({ startedAt, id }: RequestCursor): string {
  return Buffer.from(`${startedAt.getTime()} ${id}`).toString('base64url')
}

/** Decodes a cursor. Throws BAD_USER_INPUT if it is not one of ours. */
export function decodeCursor(field: 'after' | 'before', text: string): RequestCursor {
  const [ms = '', id = ''] = Buffer.from(text, 'base64url').toString('latin1').split(' ')
  const startedAt = new Date(/^\d{1,15}$/.test(ms) ? Number(ms) : Number.NaN)
  if (!isStorableInstant(startedAt) || !isRequestId(id)) {
    throw badInput(field, `${field} must be a cursor that a page of requests returned, not ${shorten(text)}`)
  }
  return { startedAt, id }
}

/** Which requests to return, in which direction. */
export interface RequestQuery {
  first: number
  cursor: RequestCursor | undefined
  direction: 'older' | 'newer'
}

const pageMax = 200

/** Validates the arguments of a page. */
export function parseRequestQuery({ first, after, before }: Omit<AccountRequestsArgs, 'filter'>): RequestQuery {
  if (first < 1 || first > pageMax) throw badInput('first', `first must be a number from 1 to ${pageMax}, not ${first}`)
  if (typeof after === 'string' && typeof before === 'string') {
    throw badInput('before', 'Give after or before, not both: a page continues in one direction.')
  }
  if (typeof before === 'string') return { first, cursor: decodeCursor('before', before), direction: 'newer' }
  return { first, cursor: typeof after === 'string' ? decodeCursor('after', after) : undefined, direction: 'older' }
}

const filterLengthMax = { gatewayId: 100, agentId: 100, pathPrefix: 2_048, code: 64, text: 200 } as const

const filterLimits = Object.entries(filterLengthMax) as [keyof typeof filterLengthMax, number][]

const methodsMax = 20

/** Validates a filter. */
export function checkRequestFilter(filter: RequestFilter): void {
  for (const [field, max] of filterLimits) {
    const length = filter[field]?.length ?? 0
    if (length > max) throw badInput(field, `${field} has at most ${max} characters, not ${length}`)
  }
  const { methods, statusClasses, minDurationMs, from, to } = filter
  if (from && to && from >= to) {
    throw badInput('to', `to must be later than from: ${to.toISOString()} is not after ${from.toISOString()}`)
  }
  for (const [field, list] of Object.entries({ methods, statusClasses })) {
    if (list && list.length > methodsMax) {
      throw badInput(field, `${field} has at most ${methodsMax} entries, not ${list.length}`)
    }
  }
  if (typeof minDurationMs === 'number' && minDurationMs < 0) {
    throw badInput('minDurationMs', `minDurationMs must be a number from 0, not ${minDurationMs}`)
  }
}

/** The first digit of the statuses of each class. */
export const statusDigits: Record<StatusClass, number> = {
  INFORMATIONAL: 1,
  SUCCESS: 2,
  REDIRECTION: 3,
  CLIENT_ERROR: 4,
  SERVER_ERROR: 5,
}

function shorten(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)
}

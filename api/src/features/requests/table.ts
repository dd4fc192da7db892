import type { RequestAnswerer } from '../../generated/schema.ts'

/** The recording settings of accounts; an account without a row has the defaults. */
export interface RequestRecordingTable {
  accountId: string
  isOn: boolean
  /** Whether the visitor's address is recorded. */
  withAddresses: boolean
  /** Whether the query of the path is recorded. */
  withQueries: boolean
}

/** Requests of visitors, in a partition for each day after which they are not kept. */
export interface RecordedRequestTable {
  id: string
  accountId: string
  /** The last day (UTC) of its partition as YYYY-MM-DD; `infinity` without end. */
  keptUntil: string
  /** Counts the reports of edges in the order of their commits. */
  batch: number
  startedAt: Date
  method: string
  hostname: string
  path: string
  httpVersion: string
  /** 499 if the visitor gave up before there was one. */
  status: number
  answeredBy: RequestAnswerer
  /** Of the edge's error page. */
  code: string | null
  /** Whether the answer was sent completely. */
  isComplete: boolean
  reason: string | null
  /** From the head of the request to the end. */
  durationMs: number
  /** Of it, until an agent took the request. */
  waitingMs: number | null
  /** Of it, until the head of the answer had come. */
  firstByteMs: number | null
  bytesIn: number
  bytesOut: number
  /** WebSocket messages; null if the connection was not one. */
  messagesIn: number | null
  messagesOut: number | null
  visitorAddress: string | null
  userAgent: string | null
  agentId: string | null
  gatewayId: string | null
  /** The request that it repeats; null for a visitor's. */
  replayOf: string | null
  /** The id of the user or API key that had it repeated; null for a visitor's request. */
  replayedBy: string | null
}

/** The type of each column, in the order in which rows are written. */
export const requestColumnTypes = {
  id: 'uuid',
  accountId: 'text',
  keptUntil: 'date',
  batch: 'bigint',
  startedAt: 'timestamptz',
  method: 'text',
  hostname: 'text',
  path: 'text',
  httpVersion: 'text',
  status: 'smallint',
  answeredBy: 'text',
  code: 'text',
  isComplete: 'boolean',
  reason: 'text',
  durationMs: 'double precision',
  waitingMs: 'double precision',
  firstByteMs: 'double precision',
  bytesIn: 'bigint',
  bytesOut: 'bigint',
  messagesIn: 'bigint',
  messagesOut: 'bigint',
  visitorAddress: 'text',
  userAgent: 'text',
  agentId: 'text',
  gatewayId: 'text',
  replayOf: 'uuid',
  replayedBy: 'text',
} as const satisfies Record<keyof RecordedRequestTable, string>

/** The columns, in the same order. */
export const requestColumns = Object.keys(requestColumnTypes) as (keyof RecordedRequestTable)[]

/** The reports of edges that were recorded, so that what was not recorded counts once. */
export interface RequestReportTable {
  id: string
  recordedAt: Date
}

/** Counts of the requests that edges did not record, by account and by the minute of the report. */
export interface UnrecordedRequestTable {
  accountId: string
  minute: Date
  count: number
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    recordedRequests: RecordedRequestTable
    requestRecordings: RequestRecordingTable
    requestReports: RequestReportTable
    unrecordedRequests: UnrecordedRequestTable
  }
}

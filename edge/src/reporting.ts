import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { VisitorRequest } from './visitor.ts'

/** A request, as far as it can be identified. */
type Identifiable = Pick<VisitorRequest, 'id'>

/** Called for each fault of this program that ended a part of its work; `requests` are the requests that it ended. */
export type FaultReport = (error: unknown, place: string, requests?: readonly Identifiable[]) => void

/** Writes a log line for each fault, with the ids of the requests that it ended. */
export function logFaults(log: Logger): FaultReport {
  return (error, place, requests = []) => {
    log.error(
      { err: error, place, requestIds: requests.map(requestIdOf) },
      'a fault ended the work that it occurred in',
    )
  }
}

/** Returns a request's id in the log, on error pages and in traces. It is created at the first call. */
export function requestIdOf(request: Identifiable): string {
  request.id ??= randomUUID()
  return request.id
}

/** Omits the query: queries may carry secrets, and are never logged. */
export function withoutQuery(target: string): string {
  const [path = ''] = target.split('?')
  return path
}
